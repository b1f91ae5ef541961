package io.rochedb.jdbc.internal;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values in internal representation as bytes of a temporary file: a letter for the class, then the value. Read by the JVM that wrote them,
 * so without magic, version or checksum.
 */
final class RowCodec {
    private RowCodec() {}

    static void write(DataOutputStream out, @Nullable Object value) throws IOException {
        if (value == null) {
            out.writeByte('0');
        } else if (value instanceof String text) {
            out.writeByte('s');
            out.writeInt(text.length());
            // not UTF-8: a lone surrogate must come back as it was
            out.writeChars(text);
        } else if (value instanceof Long number) {
            out.writeByte('l');
            out.writeLong(number);
        } else if (value instanceof Integer number) {
            out.writeByte('i');
            out.writeInt(number);
        } else if (value instanceof Double number) {
            out.writeByte('d');
            out.writeDouble(number);
        } else if (value instanceof Boolean flag) {
            out.writeByte('b');
            out.writeBoolean(flag);
        } else if (value instanceof Float number) {
            out.writeByte('f');
            out.writeFloat(number);
        } else if (value instanceof Short number) {
            out.writeByte('h');
            out.writeShort(number);
        } else if (value instanceof Byte number) {
            out.writeByte('y');
            out.writeByte(number);
        } else {
            writeLarge(out, value);
        }
    }

    private static void writeLarge(DataOutputStream out, Object value) throws IOException {
        if (value instanceof BigDecimal decimal) {
            out.writeByte('n');
            out.writeInt(decimal.scale());
            writeBytes(out, decimal.unscaledValue().toByteArray());
        } else if (value instanceof byte[] bytes) {
            out.writeByte('x');
            writeBytes(out, bytes);
        } else if (value instanceof float[] vector) {
            out.writeByte('v');
            out.writeInt(vector.length);
            for (float number : vector) {
                out.writeFloat(number);
            }
        } else if (value instanceof List<?> list) {
            out.writeByte('a');
            writeAll(out, list.toArray());
        } else if (value instanceof Object[] row) {
            out.writeByte('r');
            writeAll(out, row);
        } else {
            throw new IOException("a value of class " + value.getClass().getName());
        }
    }

    private static void writeAll(DataOutputStream out, @Nullable Object[] values) throws IOException {
        out.writeInt(values.length);
        for (Object value : values) {
            write(out, value);
        }
    }

    private static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** Reads a value that cannot be NULL. */
    static Object readRequired(DataInputStream in) throws IOException {
        Object value = read(in);
        if (value == null) {
            throw new IOException("the temporary file of a result is damaged");
        }
        return value;
    }

    static @Nullable Object read(DataInputStream in) throws IOException {
        byte tag = in.readByte();
        return switch (tag) {
            case '0' -> null;
            case 's' -> readText(in);
            case 'l' -> in.readLong();
            case 'i' -> in.readInt();
            case 'd' -> in.readDouble();
            case 'b' -> in.readBoolean();
            case 'f' -> in.readFloat();
            case 'h' -> in.readShort();
            case 'y' -> in.readByte();
            case 'n' -> {
                int scale = in.readInt();
                yield new BigDecimal(new BigInteger(readBytes(in)), scale);
            }
            case 'x' -> readBytes(in);
            case 'v' -> {
                float[] vector = new float[in.readInt()];
                for (int i = 0; i < vector.length; i++) {
                    vector[i] = in.readFloat();
                }
                yield vector;
            }
            case 'a' -> new ArrayList<>(java.util.Arrays.asList(readAll(in)));
            case 'r' -> readAll(in);
            default -> throw new IOException("the temporary file of a result is damaged");
        };
    }

    private static String readText(DataInputStream in) throws IOException {
        char[] chars = new char[in.readInt()];
        for (int i = 0; i < chars.length; i++) {
            chars[i] = in.readChar();
        }
        return new String(chars);
    }

    private static byte[] readBytes(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return bytes;
    }

    private static @Nullable Object[] readAll(DataInputStream in) throws IOException {
        @Nullable Object[] values = new @Nullable Object[in.readInt()];
        for (int i = 0; i < values.length; i++) {
            values[i] = read(in);
        }
        return values;
    }
}
