package io.rochedb.engine.internal.io;

import io.rochedb.engine.internal.json.ByteBuilder;
import io.rochedb.engine.internal.json.MalformedJson;
import io.rochedb.engine.internal.vector.VectorText;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.schema.RingTemplate;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** CSV records as documents, each in the ring its values name. */
final class CsvDocuments implements LineImporter {
    private final CsvFields fields;
    private final List<CsvColumn> columns;
    private final Layout layout;
    private final ByteBuilder document = new ByteBuilder();
    private final Set<String> rings = new HashSet<>();

    /**
     * Which column is what.
     *
     * @param rings the ring, or the family of rings
     * @param routing for each column of the template, its index
     * @param inDocument for each column, whether it is a member of the document
     * @param vector index of the column that holds the vector, or -1
     */
    record Layout(RingTemplate rings, List<Integer> routing, List<Boolean> inDocument, int vector) {}

    CsvDocuments(CsvFields fields, List<CsvColumn> columns, Layout layout) {
        this.fields = fields;
        this.columns = columns;
        this.layout = layout;
    }

    @Override
    public Outcome stage(RestoringTransaction transaction, byte[] bytes, int start, int end) {
        @Nullable String[] values = fields.of(bytes, start, end);
        if (values.length != columns.size()) {
            throw new RefusedLine("the record has " + values.length + " fields, not " + columns.size());
        }
        String ring = ring(values);
        document.clear().append('{');
        boolean first = true;
        for (int i = 0; i < values.length; i++) {
            String value = values[i];
            if (value == null || !layout.inDocument.get(i)) {
                continue;
            }
            if (!first) {
                document.append(',');
            }
            first = false;
            columns.get(i).append(value, document);
        }
        document.append('}');
        transaction.put(new RecordDraft(ring, document.toByteArray(), Codec.JSON, vector(values)));
        rings.add(ring);
        return Outcome.RECORD;
    }

    private String ring(@Nullable String[] values) {
        if (layout.routing.isEmpty()) {
            return layout.rings.text();
        }
        List<@Nullable String> segments = new ArrayList<>(layout.routing.size());
        for (int column : layout.routing) {
            String value = values[column];
            if (value == null || !RingTemplate.isSegment(value)) {
                throw new RefusedLine("column '" + columns.get(column).name() + "' names the ring, and "
                        + (value == null ? "it is empty" : "'" + value + "' can be no segment of a ring's name"));
            }
            segments.add(value);
        }
        return layout.rings.ring(segments);
    }

    private float @Nullable [] vector(@Nullable String[] values) {
        String text = layout.vector < 0 ? null : values[layout.vector];
        if (text == null) {
            return null;
        }
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        try {
            return VectorText.parse(utf8, 0, utf8.length);
        } catch (MalformedJson e) {
            throw new RefusedLine("column '" + columns.get(layout.vector).name() + "' is no vector: " + e.reason());
        }
    }

    @Override
    public long rings() {
        return rings.size();
    }
}
