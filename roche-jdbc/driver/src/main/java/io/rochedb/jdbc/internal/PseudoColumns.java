package io.rochedb.jdbc.internal;

import java.sql.Types;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The columns every record has, which a declared table shows only when they are named. */
final class PseudoColumns {
    static final Catalog.Column ID = column("_id", Types.VARCHAR, "VARCHAR", false, "the record's id");
    static final Catalog.Column WRITTEN_AT =
            column("_written_at", Types.TIMESTAMP, "TIMESTAMP", false, "when the record was last written");
    static final List<Catalog.Column> ALL = List.of(
            ID,
            column("_ring", Types.VARCHAR, "VARCHAR", false, "the record's ring"),
            column("_seq", Types.BIGINT, "BIGINT", false, "the record's number in its ring"),
            WRITTEN_AT,
            column("_payload", Types.VARCHAR, "VARCHAR", true, "the document"),
            column("_codec", Types.VARCHAR, "VARCHAR", false, "how the document is written"),
            column("_vector", Types.ARRAY, "REAL ARRAY", true, "the record's vector"));

    private PseudoColumns() {}

    private static Catalog.Column column(
            String name, int jdbcType, String typeName, boolean nullable, @Nullable String remarks) {
        return new Catalog.Column("", "", name, 0, jdbcType, typeName, 0, 0, nullable, null, remarks);
    }
}
