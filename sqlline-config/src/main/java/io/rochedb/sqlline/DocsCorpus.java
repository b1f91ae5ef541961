package io.rochedb.sqlline;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The project's own documentation as a text corpus: one record a section, one ring a page.
 *
 * <p>{@code docs/reference/sql.md} becomes ring {@code docs/reference/sql} with documents {@code {page, section, title, text}}; section 1 is the
 * page's title with what stands before the first heading below it.
 */
final class DocsCorpus {
    /** A section of a page. */
    record Section(String page, int section, String title, String text) {}

    private static final JsonFactory JSON = new JsonFactory();
    private static final String SUFFIX = ".md";

    private DocsCorpus() {}

    /** Writes every section below a directory as JSON lines {@code {"ring", "body"}}, pages in order of name. */
    static void write(Path docs, Path target) throws IOException {
        List<Path> pages;
        try (Stream<Path> files = Files.walk(docs)) {
            pages = files.filter(file -> file.toString().endsWith(SUFFIX))
                    .sorted()
                    .toList();
        }
        try (Writer out = Files.newBufferedWriter(target, StandardCharsets.UTF_8)) {
            for (Path file : pages) {
                String relative = docs.relativize(file).toString().replace('\\', '/');
                String page = relative.substring(0, relative.length() - SUFFIX.length());
                for (Section section : sections(page, Files.readString(file))) {
                    write(section, out);
                }
            }
        }
    }

    private static void write(Section section, Writer out) throws IOException {
        try (JsonGenerator json = JSON.createGenerator(out)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.writeStartObject();
            json.writeStringField("ring", "docs/" + section.page());
            json.writeObjectFieldStart("body");
            json.writeStringField("page", section.page());
            json.writeNumberField("section", section.section());
            json.writeStringField("title", section.title());
            json.writeStringField("text", section.text());
            json.writeEndObject();
            json.writeEndObject();
        }
        out.write('\n');
    }

    /** Splits a page at its headings; a line that begins with {@code #} inside a code fence is no heading. */
    static List<Section> sections(String page, String markdown) {
        List<Section> sections = new ArrayList<>();
        String title = page;
        StringBuilder text = new StringBuilder();
        boolean fenced = false;
        boolean headed = false;
        for (String line : markdown.lines().toList()) {
            if (line.stripLeading().startsWith("```")) {
                fenced = !fenced;
            }
            if (!fenced && line.matches("#{1,6} .*")) {
                if (headed || !text.toString().isBlank()) {
                    sections.add(new Section(
                            page, sections.size() + 1, title, text.toString().strip()));
                }
                headed = true;
                title = line.replaceFirst("#+ +", "").strip();
                text.setLength(0);
            } else {
                text.append(line).append('\n');
            }
        }
        if (headed || !text.toString().isBlank()) {
            sections.add(new Section(
                    page, sections.size() + 1, title, text.toString().strip()));
        }
        return sections;
    }
}
