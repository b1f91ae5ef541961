package io.rochedb.sqllogic;

import io.rochedb.sqllogic.LogicRecord.Sort;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a query answered, in the text form of the scripts.
 *
 * @param values the values, row by row, ordered as the record says
 */
record Answer(List<String> values) {
    private static final Object TRUE = Boolean.TRUE;
    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+(\\.\\d+)?");

    /** Reads a result whole. */
    static Answer of(ResultSet rows, String types, Sort sort) throws SQLException {
        if (rows.getMetaData().getColumnCount() != types.length()) {
            throw new SQLException(
                    rows.getMetaData().getColumnCount() + " columns where " + types.length() + " are expected");
        }
        List<String[]> read = new ArrayList<>();
        while (rows.next()) {
            String[] row = new String[types.length()];
            for (int i = 0; i < row.length; i++) {
                row[i] = text(rows.getObject(i + 1), types.charAt(i));
            }
            read.add(row);
        }
        if (sort == Sort.ROWSORT) {
            read.sort(Arrays::compare);
        }
        List<String> values = new ArrayList<>();
        read.forEach(row -> values.addAll(Arrays.asList(row)));
        if (sort == Sort.VALUESORT) {
            values.sort(null);
        }
        return new Answer(values);
    }

    private static String text(@Nullable Object value, char type) {
        if (value == null) {
            return "NULL";
        }
        if (type == 'T') {
            String text = value.toString();
            return text.isEmpty() ? "(empty)" : text.replaceAll("[^\\x20-\\x7e]", "@");
        }
        Number number = number(value);
        return type == 'I'
                ? String.valueOf(number.longValue())
                : String.format(Locale.ROOT, "%.3f", number.doubleValue());
    }

    /** The value as a number: of a text, as the scripts' C programs read it, the number it begins with, or 0. */
    private static Number number(Object value) {
        if (value instanceof Number number) {
            return number;
        }
        if (value instanceof Boolean) {
            return value.equals(TRUE) ? 1 : 0;
        }
        Matcher begin = NUMBER.matcher(value.toString());
        return begin.lookingAt() ? new BigDecimal(begin.group()) : 0;
    }

    /** Returns the line the scripts write for long answers. */
    String hash() {
        try {
            MessageDigest md5 = MessageDigest.getInstance("MD5");
            for (String value : values) {
                md5.update((value + "\n").getBytes(StandardCharsets.UTF_8));
            }
            return values.size() + " values hashing to " + HexFormat.of().formatHex(md5.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }

    /** Returns whether this is what a record expects. */
    boolean matches(List<String> expected) {
        boolean hashed = expected.size() == 1 && expected.get(0).contains(" values hashing to ");
        return hashed ? hash().equals(expected.get(0)) : values.equals(expected);
    }

    /** Returns a short form for messages. */
    String shown() {
        return values.size() > 12 ? hash() + ", first " + values.subList(0, 12) : values.toString();
    }
}
