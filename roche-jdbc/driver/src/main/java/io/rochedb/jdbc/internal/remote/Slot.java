package io.rochedb.jdbc.internal.remote;

import io.rochedb.jdbc.spi.ColumnMeta;
import io.rochedb.jdbc.spi.StatementKind;
import io.rochedb.jdbc.wire.Parts;
import io.rochedb.jdbc.wire.WireReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A text that has a number, and what the server has said about it. */
final class Slot {
    private final String sql;
    private int number;
    private @Nullable Link knownTo;
    private int typesNumber;
    private List<ColumnMeta> types = List.of();
    private List<ColumnMeta> columns = List.of();
    private @Nullable StatementKind kind;

    Slot(String sql, int number) {
        this.sql = sql;
        this.number = number;
    }

    String sql() {
        return sql;
    }

    int number() {
        return number;
    }

    /** Returns whether the number was given to another text. */
    boolean isGone() {
        return number == 0;
    }

    /** Gives the number up. */
    int giveUp() {
        int freed = number;
        number = 0;
        return freed;
    }

    boolean isKnownTo(Link link) {
        return knownTo == link;
    }

    /** Notes that the text was sent, and forgets what another connection said. */
    void sentTo(Link link) {
        knownTo = link;
        typesNumber = 0;
        types = List.of();
    }

    /** Notes that the server has forgotten it. */
    void forgotten() {
        knownTo = null;
    }

    int typesNumber() {
        return typesNumber;
    }

    List<ColumnMeta> types() {
        return types;
    }

    void readTypes(WireReader in) {
        typesNumber = in.varint(Integer.MAX_VALUE);
        types = Parts.columns(in);
    }

    List<ColumnMeta> columns() {
        return columns;
    }

    void columns(List<ColumnMeta> latest) {
        columns = latest;
    }

    @Nullable
    StatementKind kind() {
        return kind;
    }

    void kind(StatementKind latest) {
        kind = latest;
    }
}
