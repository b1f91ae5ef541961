package io.rochedb.engine.internal.ring;

import io.rochedb.engine.internal.json.FieldInference;
import io.rochedb.engine.internal.json.JsonText;
import io.rochedb.engine.model.FieldType;
import org.jspecify.annotations.Nullable;

/** The top-level fields of one JSON document and the types of their values, in document order; empty when it is no object. Immutable. */
public final class DocumentShape {
    /** The shape of a payload that has no fields. */
    public static final DocumentShape NONE = new DocumentShape(new String[0], new FieldType[0], null);

    private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

    private final String[] names;
    private final FieldType[] types;

    /** The document when it has more fields than are listed, else null. */
    private final byte @Nullable [] document;

    private DocumentShape(String[] names, FieldType[] types, byte @Nullable [] document) {
        this.document = document;
        this.names = names;
        this.types = types;
    }

    private static final class Scratch {
        final FieldInference inference = new FieldInference();
        DocumentShape last = NONE;

        /** Documents of one ring mostly look alike: the last shape is given again while it fits. */
        DocumentShape shape(byte[] payload) {
            int count = inference.count();
            if (!inference.isComplete() || !fits(last, count)) {
                String[] names = new String[count];
                FieldType[] types = new FieldType[count];
                for (int i = 0; i < count; i++) {
                    names[i] = inference.name(i);
                    types[i] = inference.type(i);
                }
                if (!inference.isComplete()) {
                    return new DocumentShape(names, types, payload);
                }
                last = new DocumentShape(names, types, null);
            }
            return last;
        }

        private boolean fits(DocumentShape shape, int count) {
            if (shape.names.length != count) {
                return false;
            }
            for (int i = 0; i < count; i++) {
                if (shape.types[i] != inference.type(i) || !shape.names[i].equals(inference.name(i))) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Returns the shape of a payload that is a valid JSON object, else null. */
    public static @Nullable DocumentShape ofObject(byte[] payload, int depthMax) {
        Scratch scratch = SCRATCH.get();
        return scratch.inference.scan(payload, 0, payload.length, depthMax) ? scratch.shape(payload) : null;
    }

    /** Returns the shape of a payload that must be valid JSON; {@code INVALID_JSON} names the position. */
    public static DocumentShape ofJson(byte[] payload, int depthMax) {
        DocumentShape shape = ofObject(payload, depthMax);
        if (shape == null) {
            JsonText.validate(payload, 0, payload.length, depthMax);
            return NONE;
        }
        return shape;
    }

    /** Returns how many fields are listed. */
    public int size() {
        return names.length;
    }

    String name(int index) {
        return names[index];
    }

    FieldType type(int index) {
        return types[index];
    }

    /** Returns whether there are fields that are not listed. */
    boolean hasOthers() {
        return document != null;
    }

    /** Gives the fields that are not listed, by reading the document again: so few have any that keeping them is not worth the memory. */
    void others(FieldInference.Observer observer) {
        if (document != null) {
            SCRATCH.get().inference.others(document, observer);
        }
    }
}
