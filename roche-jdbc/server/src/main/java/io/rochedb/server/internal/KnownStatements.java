package io.rochedb.server.internal;

import io.rochedb.jdbc.spi.Session;
import io.rochedb.jdbc.wire.Protocol;
import io.rochedb.jdbc.wire.WireReader;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statements of a session by the numbers its client gave them. Those used longest ago are forgotten when their texts grow too large. */
final class KnownStatements {
    /** Characters of all texts together. */
    private static final long TEXT_MAX = 16L << 20;

    private final Session session;
    private final Map<Integer, KnownStatement> byNumber = new LinkedHashMap<>(16, 0.75f, true);
    private long textLength;

    KnownStatements(Session session) {
        this.session = session;
    }

    /** Reads bits, number and text of a statement; null when the number stands for none. */
    @Nullable
    KnownStatement read(WireReader in, int bits) {
        int number = in.varint(Protocol.STATEMENTS_MAX - 1);
        if ((bits & Protocol.WITH_TEXT) == 0) {
            return byNumber.get(number);
        }
        KnownStatement statement = new KnownStatement(session.statement(in.text()));
        if (number > 0) {
            KnownStatement before = byNumber.put(number, statement);
            textLength += length(statement) - (before == null ? 0 : length(before));
            forgetBeyondLimit();
        }
        return statement;
    }

    private static long length(KnownStatement statement) {
        return statement.statement().sql().length();
    }

    private void forgetBeyondLimit() {
        Iterator<KnownStatement> eldest = byNumber.values().iterator();
        while (textLength > TEXT_MAX && byNumber.size() > 1) {
            textLength -= length(eldest.next());
            eldest.remove();
        }
    }
}
