package io.rochedb.engine.model;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.Locale;

/** How a payload's bytes are to be understood: {@code raw}, {@code json} (valid JSON, checked on write), or the opaque {@code nif}, {@code bif}. */
public enum Codec {
    RAW("raw", "bytes", "application/octet-stream"),
    JSON("json", "application/json", "application/json"),
    NIF("nif", "application/nif", "application/nif"),
    BIF("bif", "application/bif", "application/bif");

    private static final Codec[] BY_CODE = values();

    private final String text;
    private final String alias;
    private final String mediaType;

    Codec(String text, String alias, String mediaType) {
        this.text = text;
        this.alias = alias;
        this.mediaType = mediaType;
    }

    /** Returns the lower-case name used in SQL and dumps. */
    public String text() {
        return text;
    }

    /** Returns the byte that stands for this codec in stored values: 0 to 3. */
    public byte code() {
        return (byte) ordinal();
    }

    /** Returns whether fields can be selected from such a payload when it parses as JSON. */
    public boolean selectable() {
        return this == RAW || this == JSON;
    }

    /** Returns the codec of a stored byte, or throws {@code DATA_CORRUPTED}. */
    public static Codec ofCode(int code) {
        if (code < 0 || code >= BY_CODE.length) {
            throw new RocheException(ErrorCode.DATA_CORRUPTED, "unknown payload codec byte " + code);
        }
        return BY_CODE[code];
    }

    /** Parses a name or alias, ignoring case; {@code INVALID_PARAMETER} for anything else. */
    public static Codec parse(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        for (Codec codec : BY_CODE) {
            if (codec.text.equals(lower) || codec.alias.equals(lower) || codec.mediaType.equals(lower)) {
                return codec;
            }
        }
        throw new RocheException(
                ErrorCode.INVALID_PARAMETER, "unsupported payload codec '" + name + "' (use raw, json, nif or bif)");
    }
}
