package io.rochedb.jdbc.wire;

import io.rochedb.jdbc.ScanStats;
import io.rochedb.jdbc.spi.ColumnMeta;
import io.rochedb.jdbc.spi.Failure;
import io.rochedb.jdbc.spi.GeneratedKey;
import io.rochedb.jdbc.spi.Notice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What several messages consist of, written and read. */
public final class Parts {
    /** What a column has at least: an empty label, no name of its own, no table, and five numbers. */
    private static final int COLUMN_BYTES_MIN = 8;

    private static final int NOTICE_BYTES_MIN = 2;
    private static final String[] PLAN_STATES = {"miss", "hit", "fast"};

    private Parts() {}

    // ---- columns ----

    public static void columns(WireWriter out, List<ColumnMeta> columns) {
        out.varint(columns.size());
        for (ColumnMeta column : columns) {
            out.text(column.label());
            out.optionalText(column.name().equals(column.label()) ? null : column.name());
            out.optionalText(column.table());
            out.zigzag(column.jdbcType());
            out.text(column.typeName());
            out.zigzag(column.precision());
            out.zigzag(column.scale());
            out.flag(column.nullable());
        }
    }

    public static List<ColumnMeta> columns(WireReader in) {
        int count = in.count(COLUMN_BYTES_MIN);
        List<ColumnMeta> columns = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            String label = in.text();
            String name = in.optionalText();
            columns.add(new ColumnMeta(
                    label,
                    name == null ? label : name,
                    in.optionalText(),
                    (int) in.zigzag(),
                    in.text(),
                    (int) in.zigzag(),
                    (int) in.zigzag(),
                    in.flag()));
        }
        return columns;
    }

    // ---- notices ----

    public static void notices(WireWriter out, List<Notice> notices) {
        out.varint(notices.size());
        for (Notice notice : notices) {
            out.text(notice.sqlState());
            out.text(notice.message());
        }
    }

    public static List<Notice> notices(WireReader in) {
        int count = in.count(NOTICE_BYTES_MIN);
        List<Notice> notices = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            notices.add(new Notice(in.text(), in.text()));
        }
        return count == 0 ? List.of() : notices;
    }

    public static void texts(WireWriter out, List<String> texts) {
        out.varint(texts.size());
        texts.forEach(out::text);
    }

    public static List<String> texts(WireReader in) {
        int count = in.count(1);
        List<String> texts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            texts.add(in.text());
        }
        return texts;
    }

    // ---- generated keys ----

    /** Ring and table are written when they are others than those of the key before. */
    public static void keys(WireWriter out, List<GeneratedKey> keys) {
        out.varint(keys.size());
        String ring = "";
        String table = null;
        for (GeneratedKey key : keys) {
            boolean same = key.ring().equals(ring) && java.util.Objects.equals(key.table(), table);
            out.flag(!same);
            if (!same) {
                ring = key.ring();
                table = key.table();
                out.text(ring);
                out.optionalText(table);
            }
            out.text(key.id());
        }
    }

    public static List<GeneratedKey> keys(WireReader in) {
        int count = in.count(2);
        List<GeneratedKey> keys = new ArrayList<>(count);
        String ring = "";
        String table = null;
        for (int i = 0; i < count; i++) {
            if (in.flag()) {
                ring = in.text();
                table = in.optionalText();
            }
            keys.add(new GeneratedKey(ring, in.text(), table));
        }
        return count == 0 ? List.of() : keys;
    }

    // ---- failures ----

    public static void failure(WireWriter out, Failure failure) {
        out.text(failure.sqlState());
        out.flag(failure.timedOut());
        out.text(failure.message());
    }

    public static Failure failure(WireReader in) {
        String state = in.text();
        if (state.length() != 5) {
            throw new WireException("an SQLSTATE that has no five characters");
        }
        boolean timedOut = in.flag();
        return new Failure(state, in.text(), timedOut);
    }

    // ---- counters ----

    public static void stats(WireWriter out, ScanStats stats) {
        out.varint(stats.ringsKnown());
        out.varint(stats.ringsRouted());
        out.varint(stats.ringsPruned());
        out.varint(stats.recordsScanned());
        out.varint(stats.recordsSkipped());
        out.varint(stats.vectorsScanned());
        out.varint(stats.vectorsSkipped());
        out.varint(stats.bytesScanned());
        out.varint(stats.rowsReturned());
        out.varint(stats.estimatedTokens());
        out.fixed(Double.doubleToRawLongBits(stats.candidateReduction()));
        out.u8(planState(stats.planCache()));
    }

    private static int planState(String text) {
        for (int i = 0; i < PLAN_STATES.length; i++) {
            if (PLAN_STATES[i].equals(text)) {
                return i;
            }
        }
        return 0;
    }

    public static ScanStats stats(WireReader in) {
        return new ScanStats(
                in.varint(),
                in.varint(),
                in.varint(),
                in.varint(),
                in.varint(),
                in.varint(),
                in.varint(),
                in.varint(),
                in.varint(),
                in.varint(),
                Double.longBitsToDouble(in.fixedLong()),
                planState(in.u8()));
    }

    private static String planState(int state) {
        if (state >= PLAN_STATES.length) {
            throw new WireException("no state of a plan: " + state);
        }
        return PLAN_STATES[state];
    }

    /** Returns whether two lists describe the same; most often they are the same list. */
    public static boolean same(@Nullable List<ColumnMeta> left, List<ColumnMeta> right) {
        return left == right || (left != null && left.equals(right));
    }
}
