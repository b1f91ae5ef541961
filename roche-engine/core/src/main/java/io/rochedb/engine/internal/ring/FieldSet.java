package io.rochedb.engine.internal.ring;

import io.rochedb.engine.model.FieldInfo;
import io.rochedb.engine.model.FieldType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The top-level fields seen in one ring's documents: first-committed order, types that only widen, estimated counts.
 *
 * <p>At most {@value #FIELDS_MAX}; later ones are reached through JSON functions only. Thread-safe.
 */
public final class FieldSet {
    public static final int FIELDS_MAX = 256;

    private final List<Field> fields = new ArrayList<>();
    private final Map<String, Field> byName = new HashMap<>();
    private long version;

    private static final class Field {
        final String name;
        FieldType type;
        long seen;
        long nulls;

        Field(String name, FieldType type) {
            this.name = name;
            this.type = type;
        }
    }

    /** Takes one document in; returns whether the set or a type changed. */
    synchronized boolean observe(DocumentShape shape) {
        boolean changed = false;
        for (int i = 0; i < shape.size(); i++) {
            String name = shape.name(i);
            FieldType type = shape.type(i);
            Field field = i < fields.size() && fields.get(i).name.equals(name) ? fields.get(i) : byName.get(name);
            changed |= observe(field, name, type);
        }
        if (shape.hasOthers()) {
            boolean[] more = {false};
            shape.others((name, type) -> more[0] |= observe(byName.get(name), name, type));
            changed |= more[0];
        }
        version += changed ? 1 : 0;
        return changed;
    }

    private boolean observe(@Nullable Field known, String name, FieldType type) {
        Field field = known == null ? add(name, type) : known;
        if (field == null) {
            return false;
        }
        FieldType widened = field.type.widen(type);
        boolean changed = known == null || widened != field.type;
        field.type = widened;
        field.seen++;
        field.nulls += type == FieldType.NONE ? 1 : 0;
        return changed;
    }

    private @Nullable Field add(String name, FieldType type) {
        if (fields.size() >= FIELDS_MAX) {
            return null;
        }
        Field field = new Field(name, type);
        fields.add(field);
        byName.put(name, field);
        return field;
    }

    /** Returns the fields by ordinal. */
    public synchronized List<FieldInfo> infos() {
        List<FieldInfo> infos = new ArrayList<>(fields.size());
        for (Field field : fields) {
            infos.add(new FieldInfo(field.name, field.type, infos.size(), field.seen, field.nulls));
        }
        return infos;
    }

    /** Returns a number that grows with every change of the set or a type. */
    public synchronized long version() {
        return version;
    }

    /** Puts stored fields in, in ordinal order. */
    synchronized void restore(List<FieldInfo> infos, long storedVersion) {
        for (FieldInfo info : infos) {
            Field field = add(info.name(), info.type());
            if (field != null) {
                field.seen = info.seen();
                field.nulls = info.nulls();
            }
        }
        version = storedVersion;
    }

    /** Returns a set of its own with the same contents. */
    synchronized FieldSet copy() {
        FieldSet copy = new FieldSet();
        copy.restore(infos(), version);
        return copy;
    }
}
