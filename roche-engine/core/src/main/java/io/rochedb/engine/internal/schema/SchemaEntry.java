package io.rochedb.engine.internal.schema;

import org.jspecify.annotations.Nullable;

/**
 * One declaration as it is stored, or that it is gone.
 *
 * @param kind what is declared
 * @param name its name in the form in which it is looked up
 * @param json the definition, see {@link SchemaCodec}; null when it was dropped
 */
public record SchemaEntry(Kind kind, String name, @Nullable String json) {
    /** What can be declared, with the byte and the word that stand for it in a store and in a dump. */
    public enum Kind {
        TABLE('T', "table"),
        VIEW('V', "view"),
        INDEX('I', "index"),
        /** Of the exact name of its ring. */
        LENS('L', "lens"),
        /** In a store only, never in a dump. */
        USER('U', "user"),
        /** In a store only, never in a dump. */
        LOGIN_SECRET('S', "secret");

        private final char code;
        private final String text;

        Kind(char code, String text) {
            this.code = code;
            this.text = text;
        }

        public char code() {
            return code;
        }

        public String text() {
            return text;
        }

        /** Returns the kind of a code, or null. */
        public static @Nullable Kind of(int code) {
            for (Kind kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            return null;
        }
    }
}
