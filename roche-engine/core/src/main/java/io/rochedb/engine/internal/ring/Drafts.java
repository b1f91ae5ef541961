package io.rochedb.engine.internal.ring;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.schema.RingSchema;
import io.rochedb.engine.model.Codec;
import org.jspecify.annotations.Nullable;

/** The checks every record passes before it is written, whatever door it comes through. Stateless. */
public final class Drafts {
    private Drafts() {}

    /** Checks payload, codec and vector; a null codec becomes json when the payload is a JSON object, else raw. */
    public static Draft check(
            String ring,
            byte[] payload,
            @Nullable Codec codec,
            float @Nullable [] vector,
            EngineOptions.Limits limits) {
        if (payload.length > limits.payloadBytesMax()) {
            throw new RocheException(
                    ErrorCode.LIMIT_PAYLOAD,
                    "payload of " + payload.length + " bytes for ring '" + ring + "' is larger than the limit of "
                            + limits.payloadBytesMax() + " bytes; split the document");
        }
        DocumentShape shape = DocumentShape.NONE;
        Codec chosen = codec;
        if (codec == Codec.JSON) {
            shape = DocumentShape.ofJson(payload, limits.jsonDepthMax());
        } else if (codec == null) {
            DocumentShape object =
                    looksLikeObject(payload) ? DocumentShape.ofObject(payload, limits.jsonDepthMax()) : null;
            chosen = object == null ? Codec.RAW : Codec.JSON;
            shape = object == null ? DocumentShape.NONE : object;
        }
        float[] normalised = vector == null ? null : normalise(ring, vector, limits.vectorDimensionMax());
        return new Draft(chosen == null ? Codec.RAW : chosen, payload, vector, normalised, shape);
    }

    /** Returns the draft of a new record as what is declared about its ring demands: with defaults, checked. */
    public static Draft complete(Draft draft, RingSchema schema, long nowMillis, int jsonDepthMax) {
        byte[] payload = schema.complete(draft.payload(), draft.codec(), nowMillis);
        if (payload == draft.payload()) {
            return draft;
        }
        DocumentShape shape = DocumentShape.ofJson(payload, jsonDepthMax);
        return new Draft(draft.codec(), payload, draft.vector(), draft.normalised(), shape);
    }

    private static boolean looksLikeObject(byte[] payload) {
        for (byte b : payload) {
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                return b == '{';
            }
        }
        return false;
    }

    /** Returns the vector over its Euclidean norm, in float32; the same array when that changes no bit. */
    public static float[] normalise(String ring, float[] vector, int dimensionMax) {
        if (vector.length == 0) {
            throw new RocheException(
                    ErrorCode.DATA_EXCEPTION, "empty vector for ring '" + ring + "'; leave the vector out instead");
        }
        if (vector.length > dimensionMax) {
            throw new RocheException(
                    ErrorCode.DATA_EXCEPTION,
                    "vector of dimension " + vector.length + " for ring '" + ring + "' is larger than the limit of "
                            + dimensionMax);
        }
        double sum = 0;
        for (int i = 0; i < vector.length; i++) {
            float x = vector[i];
            if (!Float.isFinite(x)) {
                throw new RocheException(
                        ErrorCode.DATA_EXCEPTION,
                        "vector for ring '" + ring + "' has " + x + " at index " + i
                                + "; every component must be finite");
            }
            sum += (double) x * x;
        }
        if (sum == 0) {
            throw new RocheException(
                    ErrorCode.DATA_EXCEPTION,
                    "vector for ring '" + ring + "' is zero (first at index 0, " + vector.length
                            + " components); it has no direction to compare");
        }
        double norm = Math.sqrt(sum);
        float[] normalised = new float[vector.length];
        for (int i = 0; i < vector.length; i++) {
            normalised[i] = (float) (vector[i] / norm);
        }
        return sameBits(normalised, vector) ? vector : normalised;
    }

    private static boolean sameBits(float[] a, float[] b) {
        for (int i = 0; i < a.length; i++) {
            if (Float.floatToRawIntBits(a[i]) != Float.floatToRawIntBits(b[i])) {
                return false;
            }
        }
        return true;
    }

    /** Returns the second array when both hold the same bits, else the first: so that one array serves as both copies. */
    static float[] shared(float[] original, float[] normalised) {
        return sameBits(original, normalised) ? normalised : original;
    }
}
