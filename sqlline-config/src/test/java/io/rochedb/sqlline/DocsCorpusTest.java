package io.rochedb.sqlline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.rochedb.sqlline.DocsCorpus.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DocsCorpusTest {
    @Test
    void headingsSplitAPageAndFencesHideThem() {
        assertEquals(
                List.of(
                        new Section("p", 1, "Page", "Intro."),
                        new Section("p", 2, "First", "```sh\n# no heading\n```"),
                        new Section("p", 3, "Second", "")),
                DocsCorpus.sections("p", "# Page\n\nIntro.\n\n## First\n```sh\n# no heading\n```\n### Second\n"));
    }

    @Test
    void textWithoutAHeadingIsTitledByThePage() {
        assertEquals(List.of(new Section("a/b", 1, "a/b", "text")), DocsCorpus.sections("a/b", "text\n"));
        assertEquals(List.of(), DocsCorpus.sections("empty", "\n"));
    }

    @Test
    void everyPageIsARing(@TempDir Path docs) throws IOException {
        Files.createDirectories(docs.resolve("reference"));
        Files.writeString(docs.resolve("start.md"), "# Start\n\"here\"\n");
        Files.writeString(docs.resolve("reference/sql.md"), "# SQL\n");
        Files.writeString(docs.resolve("picture.png"), "#");
        Path target = docs.resolve("out.jsonl");
        DocsCorpus.write(docs, target);
        assertEquals(
                List.of(
                        "{\"ring\":\"docs/reference/sql\",\"body\":{\"page\":\"reference/sql\",\"section\":1,\"title\":\"SQL\",\"text\":\"\"}}",
                        "{\"ring\":\"docs/start\",\"body\":{\"page\":\"start\",\"section\":1,\"title\":\"Start\",\"text\":\"\\\"here\\\"\"}}"),
                Files.readAllLines(target));
    }
}
