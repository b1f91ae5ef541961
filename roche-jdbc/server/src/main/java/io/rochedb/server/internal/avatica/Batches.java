package io.rochedb.server.internal.avatica;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.proto.Common;
import org.apache.calcite.avatica.proto.Requests;
import org.apache.calcite.avatica.remote.Service.ExecuteBatchRequest;
import org.apache.calcite.avatica.remote.TypedValue;

/** The parameters of a batch, whichever form they came in. */
final class Batches {
    private Batches() {}

    static List<List<TypedValue>> values(ExecuteBatchRequest request) {
        if (!request.hasProtoUpdateBatches()) {
            return request.parameterValues == null ? List.of() : request.parameterValues;
        }
        List<List<TypedValue>> batches = new ArrayList<>();
        for (Requests.UpdateBatch update : request.getProtoUpdateBatches()) {
            List<TypedValue> values = new ArrayList<>(update.getParameterValuesCount());
            for (Common.TypedValue value : update.getParameterValuesList()) {
                values.add(TypedValue.fromProto(value));
            }
            batches.add(values);
        }
        return batches;
    }
}
