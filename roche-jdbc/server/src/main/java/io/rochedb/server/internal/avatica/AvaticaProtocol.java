package io.rochedb.server.internal.avatica;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.calcite.avatica.metrics.noop.NoopMetricsSystem;
import org.apache.calcite.avatica.proto.Common;
import org.apache.calcite.avatica.remote.AvaticaRuntimeException;
import org.apache.calcite.avatica.remote.Handler;
import org.apache.calcite.avatica.remote.JsonHandler;
import org.apache.calcite.avatica.remote.ProtobufHandler;
import org.apache.calcite.avatica.remote.ProtobufTranslation;
import org.apache.calcite.avatica.remote.ProtobufTranslationImpl;
import org.apache.calcite.avatica.remote.Service;

/**
 * Requests and answers of the stock protocol as bytes, in either of its forms: a request of JSON begins with a brace, and no other does. Thread-safe.
 */
public final class AvaticaProtocol {
    private static final ProtobufTranslation PROTOBUF = new ProtobufTranslationImpl();

    private final AvaticaConnections connections;

    /** Answers over these connections. */
    public AvaticaProtocol(AvaticaConnections connections) {
        this.connections = connections;
    }

    /**
     * An answer.
     *
     * @param bytes in the form of the request
     * @param json whether that is JSON
     * @param status what HTTP says of it
     */
    public record Answer(byte[] bytes, boolean json, int status) {}

    /** Returns whether a request, or what was read of it, is JSON. */
    public static boolean isJson(byte[] request) {
        return request.length > 0 && request[0] == '{';
    }

    /** Answers one request of a caller; a failure is an answer too. */
    public Answer answer(byte[] request, Caller caller) {
        boolean json = isJson(request);
        RocheMeta meta = new RocheMeta(connections, caller, json);
        Answer answer;
        if (json) {
            Handler.HandlerResponse<String> text = json(meta).apply(new String(request, StandardCharsets.UTF_8));
            answer = new Answer(text.getResponse().getBytes(StandardCharsets.UTF_8), true, text.getStatusCode());
        } else {
            Handler.HandlerResponse<byte[]> bytes = protobuf(meta).apply(request);
            answer = new Answer(bytes.getResponse(), false, bytes.getStatusCode());
        }
        return meta.wasReached()
                ? answer
                : failure(json, answer.status(), "08P01", "the request is not one of the Avatica protocol");
    }

    /** Returns the answer to a request that was not looked at. */
    public Answer failure(boolean json, int status, String sqlState, String text) {
        AvaticaRuntimeException failure = AvaticaErrors.of(sqlState, text);
        RocheMeta nobody = new RocheMeta(connections, Caller.NOBODY, json);
        byte[] bytes = json
                ? json(nobody).convertToErrorResponse(failure).getResponse().getBytes(StandardCharsets.UTF_8)
                : protobuf(nobody).convertToErrorResponse(failure).getResponse();
        return new Answer(bytes, json, status);
    }

    private static JsonHandler json(Service service) {
        return new JsonHandler(service, NoopMetricsSystem.getInstance());
    }

    private static ProtobufHandler protobuf(Service service) {
        return new ProtobufHandler(service, PROTOBUF, NoopMetricsSystem.getInstance());
    }

    /** Returns how a client is told the form of an answer. */
    public static String contentType(boolean json) {
        return json ? "application/json;charset=utf-8" : "application/x-google-protobuf";
    }

    /** Returns an answer that says nothing but that it is one. */
    static <T extends Service.Response> T empty(Class<?> message, Class<T> response) {
        byte[] bytes = Common.WireMessage.newBuilder()
                .setName(message.getName())
                .setWrappedMessage(ByteString.EMPTY)
                .build()
                .toByteArray();
        try {
            return response.cast(PROTOBUF.parseResponse(bytes));
        } catch (IOException e) {
            throw new IllegalStateException("the library does not know its own " + message.getName(), e);
        }
    }
}
