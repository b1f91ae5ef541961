package io.rochedb.engine.internal.io;

import io.rochedb.engine.ImportOptions;
import io.rochedb.engine.internal.json.ByteBuilder;
import io.rochedb.engine.internal.json.JsonMembers;
import io.rochedb.engine.internal.json.JsonText;
import io.rochedb.engine.internal.json.MalformedJson;
import io.rochedb.engine.internal.vector.VectorText;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RingNames;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lines that are documents of any shape, routed to rings by the fields that the import options name. */
final class RoutedLines implements LineImporter {
    /** Canonical names kept, so that each name is checked once; a file may have any number of rings. */
    private static final int CANONICAL_MAX = 100_000;

    private final @Nullable JsonPath ringPath;
    private final @Nullable JsonPath payloadPath;
    private final @Nullable JsonPath vectorPath;
    private final String prefix;
    private final String defaultRing;
    private final int depthMax;
    private final JsonMembers members = new JsonMembers();
    private final ByteBuilder compact = new ByteBuilder();
    private final Map<String, String> canonicalNames = new HashMap<>();
    private final Set<String> rings = new HashSet<>();

    RoutedLines(ImportOptions options, int depthMax) {
        this.depthMax = depthMax;
        ringPath = path(options.ringField());
        payloadPath = path(options.payloadField());
        vectorPath = path(options.vectorField());
        String given = options.ringPrefix();
        prefix = given == null || given.isEmpty() ? "" : RingNames.canonical(given) + "/";
        defaultRing = RingNames.canonical(prefix + options.defaultRing());
    }

    private static @Nullable JsonPath path(@Nullable String text) {
        return text == null || text.isEmpty() ? null : new JsonPath(text);
    }

    @Override
    public Outcome stage(RestoringTransaction transaction, byte[] bytes, int start, int end) {
        clear(ringPath);
        clear(payloadPath);
        clear(vectorPath);
        if (!members.openObject(bytes, start, end - start, depthMax)) {
            JsonText.validate(bytes, start, end - start, depthMax);
            throw new RefusedLine("the line is JSON, but no object");
        }
        while (members.next()) {
            visit(ringPath);
            visit(payloadPath);
            visit(vectorPath);
        }
        String ring = ring(bytes);
        transaction.put(draft(ring, bytes, start, end, vector(bytes)));
        rings.add(ring);
        return Outcome.RECORD;
    }

    private static void clear(@Nullable JsonPath path) {
        if (path != null) {
            path.clear();
        }
    }

    private void visit(@Nullable JsonPath path) {
        if (path != null) {
            path.visit(members);
        }
    }

    /** Strings, numbers and booleans name a ring; anything else leaves the default. */
    private String ring(byte[] bytes) {
        JsonPath path = ringPath;
        if (path == null || !path.found()) {
            return defaultRing;
        }
        byte kind = bytes[path.start()];
        if (kind == 'n' || kind == '{' || kind == '[') {
            return defaultRing;
        }
        int quote = kind == '"' ? 1 : 0;
        String name = JsonText.decode(bytes, path.start() + quote, path.end() - quote);
        if (name.isEmpty()) {
            return defaultRing;
        }
        String known = canonicalNames.get(name);
        if (known == null) {
            known = RingNames.canonical(prefix + name);
            if (canonicalNames.size() < CANONICAL_MAX) {
                canonicalNames.put(name, known);
            }
        }
        return known;
    }

    private float @Nullable [] vector(byte[] bytes) {
        JsonPath path = vectorPath;
        if (path == null || !path.found() || bytes[path.start()] == 'n') {
            return null;
        }
        try {
            return VectorText.parse(bytes, path.start(), path.end() - path.start());
        } catch (MalformedJson e) {
            throw new RefusedLine("the vector field '" + path + "' is no vector: " + e.reason());
        }
    }

    private RecordDraft draft(String ring, byte[] bytes, int start, int end, float @Nullable [] vector) {
        JsonPath path = payloadPath;
        int from = path == null ? start : path.start();
        int to = path == null ? end : path.end();
        if (path != null && (!path.found() || bytes[from] == 'n')) {
            throw new RefusedLine("the payload field '" + path + "' is missing");
        }
        if (bytes[from] == '"') {
            byte[] text = JsonText.decode(bytes, from + 1, to - 1).getBytes(StandardCharsets.UTF_8);
            return new RecordDraft(ring, text, Codec.RAW, vector);
        }
        JsonText.compact(bytes, from, to, compact.clear());
        return new RecordDraft(ring, compact.toByteArray(), Codec.JSON, vector);
    }

    @Override
    public long rings() {
        return rings.size();
    }
}
