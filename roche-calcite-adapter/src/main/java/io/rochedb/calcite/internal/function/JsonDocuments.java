package io.rochedb.calcite.internal.function;

import io.rochedb.engine.model.JsonSelection;
import io.rochedb.engine.model.MergePatch;
import java.nio.charset.StandardCharsets;

/** JSON functions over text. Stateless but for one remembered selection: a statement usually has one for all its rows. */
final class JsonDocuments {
    private static volatile JsonSelection lastSelection = JsonSelection.parse("{ }");

    private JsonDocuments() {}

    static String select(String document, String selection) {
        JsonSelection parsed = lastSelection;
        if (!parsed.source().equals(selection)) {
            parsed = JsonSelection.parse(selection);
            lastSelection = parsed;
        }
        return new String(parsed.apply(document.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }

    static String mergePatch(String document, String patch) {
        byte[] merged =
                MergePatch.apply(document.getBytes(StandardCharsets.UTF_8), patch.getBytes(StandardCharsets.UTF_8));
        return new String(merged, StandardCharsets.UTF_8);
    }
}
