package io.rochedb.calcite.internal.function;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Everything a user can know of a function or procedure: the one source of its signature, its metadata and its documentation.
 *
 * @param name upper-case name
 * @param kind how it is called
 * @param arguments its arguments in order; optional ones last
 * @param returns the type a scalar function returns, null for the others
 * @param columns the columns of the rows of a table function or procedure, empty for a scalar function
 * @param description what it does, in one or two sentences
 */
public record FunctionDeclaration(
        String name,
        Kind kind,
        List<Argument> arguments,
        @Nullable ColumnType returns,
        List<Column> columns,
        String description) {

    /** How a function is called. */
    public enum Kind {
        /** In an expression. */
        SCALAR,
        /** In FROM. */
        TABLE,
        /** By CALL. */
        PROCEDURE
    }

    /**
     * One argument.
     *
     * @param name lower-case name, for {@code name => value}
     * @param type what it accepts
     * @param defaultText what stands for an omitted argument, as SQL text; null when it must be given
     */
    public record Argument(
            String name, ArgumentType type, @Nullable String defaultText) {
        /** Returns whether the argument may be left out. */
        public boolean optional() {
            return defaultText != null;
        }
    }

    /** One result column. */
    public record Column(String name, ColumnType type, boolean nullable) {}

    public FunctionDeclaration {
        arguments = List.copyOf(arguments);
        columns = List.copyOf(columns);
    }

    /** Returns the call as a user writes it, e.g. {@code LOCATE(id VARCHAR [, at_time TIMESTAMP]) -> INTEGER}. */
    public String signature() {
        StringBuilder text = new StringBuilder(name).append('(');
        for (int i = 0; i < arguments.size(); i++) {
            Argument argument = arguments.get(i);
            text.append(argument.optional() ? (i == 0 ? "[" : " [, ") : i == 0 ? "" : ", ");
            text.append(argument.name()).append(' ').append(argument.type().text());
            if (argument.optional()) {
                text.append(" => ").append(argument.defaultText()).append(']');
            }
        }
        text.append(") -> ");
        if (returns != null) {
            return text.append(returns.text()).toString();
        }
        return text.append(columns.stream()
                        .map(column -> column.name() + " " + column.type().text())
                        .collect(Collectors.joining(", ", "(", ")")))
                .toString();
    }

    /** Returns how many arguments must be given. */
    public int required() {
        return (int) arguments.stream().filter(a -> !a.optional()).count();
    }

    static Builder scalar(String name, ColumnType returns) {
        return new Builder(name, Kind.SCALAR, returns);
    }

    static Builder table(String name) {
        return new Builder(name, Kind.TABLE, null);
    }

    /** Starts the declaration of a procedure. */
    public static Builder procedure(String name) {
        return new Builder(name, Kind.PROCEDURE, null);
    }

    /** A declaration being written. */
    public static final class Builder {
        private final String name;
        private final Kind kind;
        private final @Nullable ColumnType returns;
        private final List<Argument> arguments = new ArrayList<>();
        private final List<Column> columns = new ArrayList<>();

        private Builder(String name, Kind kind, @Nullable ColumnType returns) {
            this.name = name;
            this.kind = kind;
            this.returns = returns;
        }

        /** Adds an argument that must be given. */
        public Builder argument(String argument, ArgumentType type) {
            arguments.add(new Argument(argument, type, null));
            return this;
        }

        /** Adds an argument that may be left out. */
        public Builder optional(String argument, ArgumentType type, String defaultText) {
            arguments.add(new Argument(argument, type, defaultText));
            return this;
        }

        /** Adds a result column that is never NULL. */
        public Builder column(String column, ColumnType type) {
            columns.add(new Column(column, type, false));
            return this;
        }

        /** Adds result columns of one type that are never NULL. */
        public Builder columns(ColumnType type, String... names) {
            for (String column : names) {
                column(column, type);
            }
            return this;
        }

        /** Adds a result column that can be NULL. */
        public Builder nullableColumn(String column, ColumnType type) {
            columns.add(new Column(column, type, true));
            return this;
        }

        /** Ends the declaration with its description. */
        public FunctionDeclaration describedAs(String description) {
            return new FunctionDeclaration(name, kind, arguments, returns, columns, description);
        }
    }
}
