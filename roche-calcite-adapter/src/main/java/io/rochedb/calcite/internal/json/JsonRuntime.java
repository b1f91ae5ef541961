package io.rochedb.calcite.internal.json;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.JsonItems;
import java.util.StringJoiner;
import org.apache.calcite.sql.SqlJsonExistsErrorBehavior;
import org.apache.calcite.sql.SqlJsonQueryEmptyOrErrorBehavior;
import org.apache.calcite.sql.SqlJsonQueryWrapperBehavior;
import org.apache.calcite.sql.SqlJsonValueEmptyOrErrorBehavior;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * The SQL/JSON functions at run time. An error is: a document that is no JSON, a missing member or element in strict mode, a result of the
 * wrong form or type; what then happens is up to ON ERROR. Nothing found is up to ON EMPTY.
 *
 * <p>Public because generated classes call it. Stateless.
 */
public final class JsonRuntime {
    private static final PathFinder WHOLE = PathFinder.of("$");

    /** What IS JSON asks for. */
    public enum Form {
        VALUE,
        OBJECT,
        ARRAY,
        SCALAR
    }

    private JsonRuntime() {}

    /** JSON_VALUE: the scalar a path leads to, as a SQL type. */
    public static @Nullable Object value(
            @Nullable String document,
            @Nullable String path,
            SqlTypeName type,
            int precision,
            int scale,
            SqlJsonValueEmptyOrErrorBehavior onEmpty,
            @Nullable Object whenEmpty,
            SqlJsonValueEmptyOrErrorBehavior onError,
            @Nullable Object whenError) {
        if (document == null || path == null) {
            return null;
        }
        PathFinder finder = PathFinder.of(path);
        JsonItems items = finder.find(document);
        String error = error(items, finder);
        if (error == null && items.count() == 0) {
            return switch (onEmpty) {
                case NULL -> null;
                case DEFAULT -> whenEmpty;
                case ERROR -> throw failed("JSON_VALUE", path, "there is no such value");
            };
        }
        if (error == null && items.count() > 1) {
            error = "there are " + items.count() + " values, not one";
        } else if (error == null && items.isContainer(0)) {
            error = "the value is an object or an array; JSON_QUERY returns those";
        } else if (error == null && items.isNull(0)) {
            return null;
        }
        Object value = error == null ? JsonScalarTypes.convert(items, 0, type, precision, scale) : null;
        if (value != null) {
            return value;
        }
        return switch (onError) {
            case NULL -> null;
            case DEFAULT -> whenError;
            case ERROR ->
                throw failed(
                        "JSON_VALUE", path, error == null ? items.json(0) + " is no " + named(type, precision) : error);
        };
    }

    /** Returns a whole number in the class of a small integer type, or null when it is too large for it. */
    public static @Nullable Object narrowed(@Nullable Object number, SqlTypeName type) {
        return number instanceof Long value ? JsonScalarTypes.integer(value, type) : null;
    }

    private static String named(SqlTypeName type, int precision) {
        boolean length = type == SqlTypeName.CHAR || type == SqlTypeName.VARCHAR;
        return length ? type + " of " + precision + " characters" : type.getName();
    }

    /** JSON_QUERY: the objects and arrays a path leads to, as JSON text. */
    public static @Nullable String query(
            @Nullable String document,
            @Nullable String path,
            SqlJsonQueryWrapperBehavior wrapper,
            SqlJsonQueryEmptyOrErrorBehavior onEmpty,
            SqlJsonQueryEmptyOrErrorBehavior onError) {
        if (document == null || path == null) {
            return null;
        }
        PathFinder finder = PathFinder.of(path);
        JsonItems items = finder.find(document);
        String error = error(items, finder);
        if (error == null && items.count() == 0) {
            return instead(onEmpty, path, "there is no such value");
        }
        if (error == null && wraps(wrapper, items)) {
            return wrapped(items);
        }
        if (error == null && items.count() > 1) {
            error = "there are " + items.count() + " values; add WITH WRAPPER";
        } else if (error == null && !items.isContainer(0)) {
            error = "the value is a scalar; JSON_VALUE returns those, or add WITH WRAPPER";
        }
        return error == null ? items.json(0) : instead(onError, path, error);
    }

    private static boolean wraps(SqlJsonQueryWrapperBehavior wrapper, JsonItems items) {
        return switch (wrapper) {
            case WITHOUT_ARRAY -> false;
            case WITH_UNCONDITIONAL_ARRAY -> true;
            case WITH_CONDITIONAL_ARRAY -> items.count() > 1 || !items.isContainer(0);
        };
    }

    private static String wrapped(JsonItems items) {
        StringJoiner array = new StringJoiner(",", "[", "]");
        for (int i = 0; i < items.count(); i++) {
            array.add(items.json(i));
        }
        return array.toString();
    }

    private static @Nullable String instead(SqlJsonQueryEmptyOrErrorBehavior behavior, String path, String reason) {
        return switch (behavior) {
            case NULL -> null;
            case EMPTY_ARRAY -> "[]";
            case EMPTY_OBJECT -> "{}";
            case ERROR -> throw failed("JSON_QUERY", path, reason);
        };
    }

    /** JSON_EXISTS: whether a path leads anywhere; a JSON null is somewhere. */
    public static @Nullable Boolean exists(
            @Nullable String document, @Nullable String path, SqlJsonExistsErrorBehavior onError) {
        if (document == null || path == null) {
            return null;
        }
        PathFinder finder = PathFinder.of(path);
        JsonItems items = finder.find(document);
        String error = error(items, finder);
        if (error == null) {
            return items.count() > 0;
        }
        return switch (onError) {
            case TRUE -> Boolean.TRUE;
            case FALSE -> Boolean.FALSE;
            case UNKNOWN -> null;
            case ERROR -> throw failed("JSON_EXISTS", path, error);
        };
    }

    /** IS JSON: whether a text is one JSON value of a form. */
    public static @Nullable Boolean isJson(@Nullable String document, Form form) {
        if (document == null) {
            return null;
        }
        JsonItems items = WHOLE.find(document);
        if (items.malformed() != null) {
            return false;
        }
        return switch (form) {
            case VALUE -> true;
            case OBJECT -> items.isObject(0);
            case ARRAY -> items.isContainer(0) && !items.isObject(0);
            case SCALAR -> !items.isContainer(0);
        };
    }

    private static @Nullable String error(JsonItems items, PathFinder finder) {
        String malformed = items.malformed();
        if (malformed != null) {
            return malformed;
        }
        return items.isMissing() && finder.strict() ? "there is no such member or element" : null;
    }

    private static RocheException failed(String function, String path, String reason) {
        return new RocheException(ErrorCode.DATA_EXCEPTION, function + " of path '" + path + "': " + reason);
    }
}
