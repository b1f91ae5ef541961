package io.rochedb.calcite.internal.function;

import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingInfo;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.ScanRequest;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The other text forms of a record id, for RECORD_ID.
 *
 * <p>{@code parent:epoch:seq:tWrite} carries all of an id and is converted without looking anything up. {@code parent:seq} names a record
 * but not its creation: the ring is scanned for it, and NULL means that there is no such record. {@code parent} is the ring's
 * key as an unsigned decimal number; in the short form a ring name too.
 */
final class RecordIds {
    private static final int SHORT_PARTS = 2;
    private static final int RAW_PARTS = 4;
    private static final BigDecimal MILLIS_PER_SECOND = BigDecimal.valueOf(1000);

    private RecordIds() {}

    static @Nullable String canonical(StatementContext context, String text) {
        String trimmed = text.strip();
        if (RecordId.tryParse(trimmed).isPresent()) {
            return trimmed;
        }
        String[] parts = trimmed.split(":", -1);
        try {
            if (parts.length == RAW_PARTS) {
                return raw(parts).text();
            }
            if (parts.length == SHORT_PARTS) {
                return find(context, parts[0], Long.parseLong(parts[1]));
            }
        } catch (NumberFormatException e) {
            throw malformed(text, e);
        }
        throw malformed(text, null);
    }

    private static RecordId raw(String[] parts) {
        long millis = new BigDecimal(parts[3])
                .multiply(MILLIS_PER_SECOND)
                .setScale(0, RoundingMode.HALF_UP)
                .longValue();
        return new RecordId(
                Long.parseUnsignedLong(parts[0]), Long.parseLong(parts[2]), millis, Integer.parseInt(parts[1]));
    }

    private static @Nullable String find(StatementContext context, String parent, long seq) {
        String ring = ring(context, parent);
        if (ring == null) {
            return null;
        }
        Predicate bySeq = new Predicate.Compare(Predicate.Meta.SEQ, Predicate.Op.EQ, seq);
        ScanRequest request =
                new ScanRequest(RingSelector.ring(ring), null, bySeq, List.of(), ScanRequest.Order.ID_ASC, 0, 1);
        try (RecordCursor cursor = context.view().scan(request, context.monitor())) {
            return cursor.next() ? cursor.id().text() : null;
        }
    }

    private static @Nullable String ring(StatementContext context, String parent) {
        if (!parent.isEmpty() && parent.chars().allMatch(c -> c >= '0' && c <= '9')) {
            long key = Long.parseUnsignedLong(parent);
            for (RingInfo ring : context.view().rings(RingSelector.ALL)) {
                if (ring.key() == key) {
                    return ring.name();
                }
            }
        }
        return context.view().ring(parent).map(RingInfo::name).orElse(null);
    }

    private static RocheException malformed(String text, @Nullable Throwable cause) {
        return new RocheException(
                ErrorCode.INVALID_ID,
                "malformed record id '" + text
                        + "' (RECORD_ID takes the canonical form, parent:seq or parent:epoch:seq:tWrite)",
                cause);
    }
}
