package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.internal.sql.RowWidthException;
import io.rochedb.calcite.internal.sql.UnsupportedSyntaxException;
import io.rochedb.calcite.internal.table.TableResolver;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.validate.SqlValidatorException;
import org.jspecify.annotations.Nullable;

/** The one place where errors of parsing, planning and running become {@link RocheException}s with a code. Stateless. */
public final class SqlErrors {
    private static final int EXPECTED_SHOWN = 8;
    private static final Pattern ENCOUNTERED = Pattern.compile("Encountered \"(.*?)\" at line", Pattern.DOTALL);
    private static final Pattern LEXICAL = Pattern.compile("Lexical error at line (\\d+), column (\\d+)");
    private static final Pattern KEYWORD = Pattern.compile("Incorrect syntax near the keyword '(.*?)'");
    private static final Pattern NOT_A_NUMBER = Pattern.compile("For input string: \"(.*)\"(?: \\(.*\\))?");
    /** What Java says of a class whose initialisation failed before. */
    private static final Pattern FAILED_BEFORE =
            Pattern.compile("Exception [\\w.$]+(?:: (.*))? \\[in thread \".*\"\\]", Pattern.DOTALL);

    private static final Pattern CLASS_NAME = Pattern.compile("(?:[a-z]\\w*\\.){2,}([A-Z]\\w*)(?:: )?");
    private static final Pattern UNKNOWN_OBJECT =
            Pattern.compile("(?:Object|Table) '(.*?)' not found(?: within '(.*?)')?(?:; did you mean '.*'\\?)?");
    private static final Pattern UNKNOWN_COLUMN =
            Pattern.compile("Column '(.*?)' not found in (?:any table|table '(.*?)')(?:; did you mean '(.*)'\\?)?");

    private static final Pattern UNPLANNED = Pattern.compile("not enough rules to produce a node|Unable to implement");

    /** Beginnings or parts of messages of the library, in the order they are tried, and what they mean to us. */
    private static final List<Map.Entry<Pattern, ErrorCode>> MESSAGES = List.of(
            code("is ambiguous", ErrorCode.AMBIGUOUS_COLUMN),
            code("list contains unknown column", ErrorCode.UNDEFINED_COLUMN),
            code("Cannot take logarithm", ErrorCode.NUMERIC_OUT_OF_RANGE),
            Map.entry(UNPLANNED, ErrorCode.FEATURE_NOT_SUPPORTED),
            code(
                    "No match found for function signature|Function '.*' (is not defined|not found)",
                    ErrorCode.UNDEFINED_FUNCTION),
            code(
                    "Param '.*' not found in function|Invalid number of arguments to function",
                    ErrorCode.UNDEFINED_FUNCTION),
            code("Unknown (identifier|field|target column)|Column '.*' not found", ErrorCode.UNDEFINED_COLUMN),
            code("Unknown datatype name|Type '.*' not found", ErrorCode.DATATYPE_MISMATCH),
            code("Illegal use of dynamic parameter", ErrorCode.DATATYPE_MISMATCH),
            code("assign operandTypeChecker a value", ErrorCode.DATATYPE_MISMATCH),
            code(
                    "Cannot apply '|not comparable|Cannot compare|must have compatible types",
                    ErrorCode.DATATYPE_MISMATCH),
            code(
                    "cannot convert value of type|Cannot assign to target|Expected a (boolean|character) type",
                    ErrorCode.DATATYPE_MISMATCH),
            code(
                    "Type mismatch in column|Illegal mixing of types|clause must be a condition",
                    ErrorCode.DATATYPE_MISMATCH),
            code(
                    "Invalid types for|Cannot infer return type|does not support the .* data type",
                    ErrorCode.DATATYPE_MISMATCH),
            code(
                    "Illegal (DATE|TIME|TIMESTAMP|INTERVAL)|can not be parsed to type '(DATE|TIME|TIMESTAMP)"
                            + "|Value of [A-Z]+ field is out of range",
                    ErrorCode.INVALID_DATETIME),
            code(
                    "Numeric literal '.*' out of range|out of range|[Oo]verflow|cannot be represented",
                    ErrorCode.NUMERIC_OUT_OF_RANGE),
            code(
                    "Date literal|Invalid DATE value|Invalid TIME value|Invalid TIMESTAMP value",
                    ErrorCode.INVALID_DATETIME),
            code("/ by zero|[Dd]ivision by zero|BigInteger divide by zero", ErrorCode.DIVISION_BY_ZERO),
            code(
                    "more than one value in agg SINGLE_VALUE|More than one value in list",
                    ErrorCode.CARDINALITY_VIOLATION),
            code(
                    "Invalid character for cast|neither a decimal digit number|Cannot convert|For input string|not in format",
                    ErrorCode.INVALID_CAST),
            code("not supported|does not support|Not allowed to perform", ErrorCode.FEATURE_NOT_SUPPORTED),
            code("jsonpath|JSON", ErrorCode.INVALID_JSON));

    private SqlErrors() {}

    private static Map.Entry<Pattern, ErrorCode> code(String pattern, ErrorCode code) {
        return Map.entry(Pattern.compile(pattern), code);
    }

    /** Translates a failure of the parser. */
    static RocheException syntax(SqlParseException e) {
        UnsupportedSyntaxException known = find(e, UnsupportedSyntaxException.class);
        if (known != null) {
            return new RocheException(ErrorCode.FEATURE_NOT_SUPPORTED, unsupported(known.feature()), e);
        }
        RowWidthException width = find(e, RowWidthException.class);
        if (width != null) {
            return new RocheException(ErrorCode.SYNTAX_ERROR, String.valueOf(width.getMessage()), e);
        }
        String message = e.getMessage() == null ? "" : e.getMessage();
        Matcher lexical = LEXICAL.matcher(message);
        if (lexical.find()) {
            return new RocheException(
                    ErrorCode.SYNTAX_ERROR,
                    "syntax error at line " + lexical.group(1) + ", column " + lexical.group(2)
                            + ": a character that starts no word, or a quote that is not closed",
                    e);
        }
        Matcher encountered = ENCOUNTERED.matcher(message);
        String at = e.getPos() == null
                ? ""
                : " at line " + e.getPos().getLineNum() + ", column "
                        + e.getPos().getColumnNum();
        if (encountered.find()) {
            String word = encountered.group(1).equals("<EOF>") ? "the end" : "'" + encountered.group(1) + "'";
            return new RocheException(
                    ErrorCode.SYNTAX_ERROR, "syntax error" + at + ": unexpected " + word + expected(e), e);
        }
        Matcher keyword = KEYWORD.matcher(message);
        if (keyword.find()) {
            return new RocheException(
                    ErrorCode.SYNTAX_ERROR,
                    "syntax error" + at + ": unexpected keyword '" + keyword.group(1)
                            + "' (a reserved word used as a name needs double quotes)",
                    e);
        }
        if (message.startsWith("Non-query expression")) {
            return new RocheException(
                    ErrorCode.SYNTAX_ERROR,
                    "syntax error" + at
                            + ": a statement starts with SELECT, WITH, VALUES, INSERT, UPDATE, DELETE, MERGE, CALL"
                            + " or EXPLAIN",
                    e);
        }
        ErrorCode code = codeOf(message);
        return new RocheException(
                code == null ? ErrorCode.SYNTAX_ERROR : code, "syntax error" + at + ": " + firstLine(message), e);
    }

    /** Translates a failure of the parser in a statement of which nothing may be shown. */
    static RocheException syntaxOfSecret(SqlParseException e, boolean ofUser) {
        if (find(e, UnsupportedSyntaxException.class) != null) {
            return syntax(e);
        }
        String at = e.getPos() == null
                ? ""
                : " at line " + e.getPos().getLineNum() + ", column "
                        + e.getPos().getColumnNum();
        // without the cause, whose message quotes the statement
        return new RocheException(
                ErrorCode.SYNTAX_ERROR,
                "syntax error" + at
                        + (ofUser
                                ? ": write CREATE USER name PASSWORD '…' [ROLE READER|WRITER|ADMIN], ALTER USER name with"
                                        + " either, or DROP USER name"
                                : "; what is there is not shown, for the statement has the word PASSWORD"));
    }

    private static String unsupported(String feature) {
        String instead = switch (feature) {
            case "FOREIGN KEY", "REFERENCES" -> ": references between records are not checked; leave it out";
            case "GENERATED", "IDENTITY" ->
                ": let the column be UUID DEFAULT RANDOM_UUID(), or use _id, which every record has";
            case "COLLATE" -> ": text is ordered by its characters' code units";
            case "GRANT INSERT", "GRANT UPDATE", "GRANT DELETE" -> ": GRANT WRITE ON RING '…' is all of it";
            case "CREATE ROLE", "DROP ROLE", "ALTER ROLE" -> ": roles are READER, WRITER and ADMIN, one a user";
            case "CREATE OR REPLACE USER" -> ": ALTER USER changes one";
            case "RETURNING" -> ": ask for generated keys instead (Statement.RETURN_GENERATED_KEYS)";
            case "UPDATE … FROM" -> ": SET a column to a subquery, or use MERGE";
            case "RENAME" -> ": create a new one and INSERT … SELECT";
            case "CREATE OR REPLACE TABLE" -> ": DROP TABLE IF EXISTS it first";
            case "CREATE OR REPLACE INDEX" -> ": DROP INDEX IF EXISTS it first";
            case "INDEX ON AN EXPRESSION" -> ": name columns or paths such as \"address.city\"";
            case "CREATE SCHEMA", "CREATE DATABASE", "DROP SCHEMA", "DROP DATABASE" ->
                ": a ring's name has levels of its own, as in \"shop/orders\"";
            default -> "";
        };
        return feature + " is not supported" + instead;
    }

    private static String expected(SqlParseException e) {
        Collection<String> names = e.getExpectedTokenNames();
        List<String> shown = names.stream()
                .map(name -> name.replace("\"", ""))
                .filter(name -> !name.isBlank())
                .sorted((a, b) -> Boolean.compare(isWord(a), isWord(b)))
                .limit(EXPECTED_SHOWN)
                .toList();
        if (shown.isEmpty()) {
            return "";
        }
        String more = names.size() > EXPECTED_SHOWN ? ", …" : "";
        return " (expected one of: " + String.join(" ", shown) + more + ")";
    }

    private static boolean isWord(String token) {
        return !token.isEmpty() && Character.isLetter(token.charAt(0));
    }

    /** Translates anything thrown while a statement is planned. */
    public static RocheException planning(Throwable thrown, PlanScope scope) {
        RocheException ours = find(thrown, RocheException.class);
        if (ours != null) {
            return ours;
        }
        CalciteContextException context = find(thrown, CalciteContextException.class);
        if (context != null) {
            return validation(context, scope);
        }
        CalciteException library = find(thrown, CalciteException.class);
        if (library != null && String.valueOf(library.getMessage()).contains("preparation aborted")) {
            return aborted(thrown);
        }
        return running(thrown);
    }

    private static boolean isQualifier(String name, String sql) {
        String quoted = Pattern.quote(name);
        return Pattern.compile("(?:\"" + quoted + "\"|\\b" + quoted + ")\\s*\\.", Pattern.CASE_INSENSITIVE)
                .matcher(sql)
                .find();
    }

    private static RocheException aborted(Throwable thrown) {
        return new RocheException(ErrorCode.QUERY_TIMEOUT, "planning the statement was stopped", thrown);
    }

    private static RocheException validation(CalciteContextException e, PlanScope scope) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        String message = firstLine(cause.getMessage());
        String at = e.getPosLine() > 0 ? " (line " + e.getPosLine() + ", column " + e.getPosColumn() + ")" : "";
        Matcher object = UNKNOWN_OBJECT.matcher(message);
        if (object.matches()) {
            String within = object.group(2);
            List<String> names = within == null ? List.of(object.group(1)) : List.of(within, object.group(1));
            // the library names only the part it did not find: the schema, when a qualified name has a wrong one
            boolean schema = within == null && isQualifier(object.group(1), scope.sql());
            RocheException undefined = schema
                    ? TableResolver.undefined(List.of(object.group(1), ""), scope)
                    : TableResolver.undefined(names, scope);
            return new RocheException(undefined.code(), undefined.getMessage() + at, e);
        }
        Matcher column = UNKNOWN_COLUMN.matcher(message);
        if (column.matches()) {
            String near = column.group(3) == null ? "" : " (nearest: '" + column.group(3) + "')";
            String in = column.group(2) == null ? "" : " in '" + column.group(2) + "'";
            return new RocheException(
                    ErrorCode.UNDEFINED_COLUMN, "column '" + column.group(1) + "' does not exist" + in + near + at, e);
        }
        if (message.startsWith("No match found for function signature ")) {
            message = "no function " + message.substring("No match found for function signature ".length());
            return new RocheException(ErrorCode.UNDEFINED_FUNCTION, message + at, e);
        }
        if (message.startsWith("Illegal use of dynamic parameter")) {
            message = "the type of a parameter cannot be told here; write CAST(? AS type)";
            return new RocheException(ErrorCode.DATATYPE_MISMATCH, message + at, e);
        }
        ErrorCode code = codeOf(message);
        return new RocheException(code == null ? ErrorCode.SYNTAX_ERROR : code, OtherWays.advised(message) + at, e);
    }

    /** Translates anything thrown while a statement runs. */
    public static RocheException running(Throwable thrown) {
        RocheException ours = find(thrown, RocheException.class);
        if (ours != null) {
            return ours;
        }
        if (find(thrown, StackOverflowError.class) != null) {
            return new RocheException(
                    ErrorCode.STATEMENT_TOO_COMPLEX,
                    "the statement is nested too deeply (shorten chains of AND, OR, + or use IN)",
                    thrown);
        }
        if (find(thrown, OutOfMemoryError.class) != null) {
            return new RocheException(
                    ErrorCode.OUT_OF_MEMORY_BUDGET, "the statement needs more memory than there is", thrown);
        }
        Throwable root = root(thrown);
        String message = firstLine(withoutThread(root.getMessage()));
        if (message.contains("too large") || message.contains("grows beyond 64 KB") || message.contains("Code grows")) {
            return new RocheException(
                    ErrorCode.STATEMENT_TOO_COMPLEX, "the statement is too large to be compiled; split it", thrown);
        }
        RuntimeException outer = find(thrown, RuntimeException.class);
        if (outer != null && String.valueOf(outer.getMessage()).startsWith("Error while compiling generated")) {
            return new RocheException(
                    ErrorCode.FEATURE_NOT_SUPPORTED,
                    "the statement uses a function or a type in a way that is not supported (such as an array as a join key)",
                    thrown);
        }
        ErrorCode code = codeOf(message);
        if (code == null) {
            code = fromType(root);
        }
        if (UNPLANNED.matcher(message).find() || root instanceof ClassCastException) {
            message = "the statement uses a function or form that is not supported";
        } else if (root instanceof PatternSyntaxException pattern) {
            message = "'" + pattern.getPattern() + "' is no regular expression: " + pattern.getDescription();
        }
        return new RocheException(code, message.isEmpty() ? "the statement failed" : plain(message), thrown);
    }

    /** Returns whether a class of generated code could not be initialised: it will not be tried again. */
    static boolean isInitializer(Throwable thrown) {
        return find(thrown, ExceptionInInitializerError.class) != null && !(thrown instanceof NoClassDefFoundError);
    }

    private static @Nullable String withoutThread(@Nullable String message) {
        Matcher before = FAILED_BEFORE.matcher(message == null ? "" : message);
        return before.matches() ? before.group(1) : message;
    }

    /** Returns a message of the runtime library in SQL's words. */
    private static String plain(String message) {
        return switch (message) {
            case "/ by zero", "Division by zero" -> "division by zero";
            case "more than one value in agg SINGLE_VALUE" -> "a subquery used as a value gives more than one row";
            case "integer overflow" -> "the result is out of the range of INTEGER (cast an operand to BIGINT)";
            case "long overflow" -> "the result is out of the range of BIGINT (cast an operand to DECIMAL or DOUBLE)";
            default -> {
                if (message.contains("neither a decimal digit number")) {
                    yield "a text is not a number";
                }
                Matcher text = NOT_A_NUMBER.matcher(message);
                yield text.matches() ? "'" + text.group(1) + "' is not a number" : message;
            }
        };
    }

    private static ErrorCode fromType(Throwable root) {
        if (root instanceof NumberFormatException) {
            return ErrorCode.INVALID_CAST;
        }
        if (root instanceof ClassCastException) {
            return ErrorCode.FEATURE_NOT_SUPPORTED;
        }
        if (root instanceof PatternSyntaxException) {
            return ErrorCode.INVALID_PARAMETER;
        }
        if (root instanceof ArithmeticException) {
            return ErrorCode.NUMERIC_OUT_OF_RANGE;
        }
        if (root instanceof UnsupportedOperationException) {
            return ErrorCode.FEATURE_NOT_SUPPORTED;
        }
        if (root instanceof SqlValidatorException) {
            return ErrorCode.SYNTAX_ERROR;
        }
        return root instanceof CalciteException ? ErrorCode.DATA_EXCEPTION : ErrorCode.INTERNAL_ERROR;
    }

    private static @Nullable ErrorCode codeOf(String message) {
        for (Map.Entry<Pattern, ErrorCode> entry : MESSAGES) {
            if (entry.getKey().matcher(message).find()) {
                return entry.getValue();
            }
        }
        return null;
    }

    /** Returns the first line of a message without names of classes. */
    private static String firstLine(@Nullable String message) {
        if (message == null) {
            return "";
        }
        String line = message.lines().findFirst().orElse("");
        return CLASS_NAME.matcher(line).replaceAll("").strip();
    }

    private static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        for (Throwable cause = root.getCause(); cause != null && cause != root; cause = root.getCause()) {
            root = cause;
        }
        return root;
    }

    private static <T extends Throwable> @Nullable T find(Throwable thrown, Class<T> type) {
        for (Throwable t = thrown; t != null; t = t.getCause() == t ? null : t.getCause()) {
            if (type.isInstance(t)) {
                return type.cast(t);
            }
        }
        return null;
    }
}
