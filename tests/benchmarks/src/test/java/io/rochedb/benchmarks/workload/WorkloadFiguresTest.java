package io.rochedb.benchmarks.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The counts of the published tables, reproduced exactly, over the engine and over SQL. */
class WorkloadFiguresTest {
    private static final double EXACT = 1e-9;

    static Stream<Arguments> doors() {
        return Stream.of(Arguments.of("engine", (Supplier<Door>) EngineDoor::new), Arguments.of("sql", (Supplier<Door>)
                SqlDoor::new));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("doors")
    void workingSet(String name, Supplier<Door> doors) {
        try (Door door = doors.get()) {
            WorkingSet.Result result =
                    WorkingSet.workingSet(10_000, 100, 50, 20).run(door);
            assertEquals(new Figures(10_000, 10_000, 626.8, 1), result.global());
            assertEquals(new Figures(100, 10_000, 626.8, 1), result.routed());
            assertEquals(100, result.scanRatio(), EXACT);
        }
        try (Door door = doors.get()) {
            WorkingSet.Result result = WorkingSet.workingSet(1_000, 10, 5, 8).run(door);
            assertEquals(new Figures(1_000, 1_000, 246, 1), result.global());
            assertEquals(new Figures(100, 1_000, 246, 1), result.routed());
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("doors")
    void memoryPressure(String name, Supplier<Door> doors) {
        WorkingSet workload = WorkingSet.memoryPressure(20_000, 100, 20, 20, 512);
        try (Door door = doors.get()) {
            WorkingSet.Result result = workload.run(door);
            assertEquals(new Figures(20_000, 20_000, 2705, 1), result.global());
            assertEquals(new Figures(200, 20_000, 2705, 1), result.routed());
            assertEquals(18.616, workload.candidateMebibytes(result.global()), 0.0005);
            assertEquals(0.186, workload.candidateMebibytes(result.routed()), 0.0005);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("doors")
    void rag(String name, Supplier<Door> doors) {
        try (Door door = doors.get()) {
            Rag.Result result = new Rag(8_000, 80, 20, 3).run(door);
            assertEquals(new Figures(8_000, 8_000, 3955, 1), result.global());
            assertEquals(new Figures(1_000, 8_000, 657, 1), result.routed());
            assertEquals(new Figures(1_000, 8_000, 807, 0), result.wrong());
        }
        try (Door door = doors.get()) {
            Rag.Result result = new Rag(800, 16, 20, 3).run(door);
            assertEquals(new Figures(800, 800, 3955, 1), result.global());
            assertEquals(new Figures(100, 800, 657, 1), result.routed());
            assertEquals(new Figures(100, 800, 807, 0), result.wrong());
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("doors")
    void caseStudy(String name, Supplier<Door> doors) {
        try (Door door = doors.get()) {
            CaseStudy.Result result = CaseStudy.published().run(door);
            assertEquals(List.of(612L, 602L, 634L, 606L, 622L), result.globalTokens());
            assertEquals(List.of(230L, 227L, 239L, 228L, 234L), result.routedTokens());
            assertEquals(new Figures(400, 400, 615.2, 1), result.global());
            assertEquals(new Figures(40, 400, 231.6, 1), result.routed());
            assertEquals(new Figures(40, 400, 231.6, 0), result.wrong());
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("doors")
    void caseStudyWithAnEmbeddingOfItsOwnForEachDocument(String name, Supplier<Door> doors) {
        try (Door door = doors.get()) {
            CaseStudy.Result result = CaseStudy.distinct().run(door);
            assertEquals(40, result.routed().scanned(), EXACT);
            assertEquals(1, result.routed().recall(), EXACT);
            assertEquals(0, result.wrong().recall(), EXACT);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("doors")
    void vectorBackend(String name, Supplier<Door> doors) {
        VectorBackend workload = VectorBackend.published();
        try (Door door = doors.get()) {
            VectorBackend.Result result = workload.run(door);
            assertEquals(20_000, result.global().scanned(), EXACT);
            assertEquals(200, result.routed().scanned(), EXACT);
        }
    }

    /** The retrieval case of the original's public API test: four vectors in two rings. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("doors")
    void smallestRetrieval(String name, Supplier<Door> doors) {
        try (Door door = doors.get()) {
            door.load(List.of(
                    new Door.Document("ai", "ai-1", new float[] {1, 0}),
                    new Door.Document("ai", "ai-2", new float[] {.9f, .1f}),
                    new Door.Document("db", "db-1", new float[] {0, 1}),
                    new Door.Document("db", "db-2", new float[] {.1f, .9f})));
            Door.Outcome global = door.retrieve(new float[] {1, 0}, null, 2);
            assertEquals(new Door.Outcome(List.of("ai-1", "ai-2"), 4, 4, 2), global);
            Door.Outcome routed = door.retrieve(new float[] {1, 0}, "ai", 8);
            assertEquals(new Door.Outcome(List.of("ai-1", "ai-2"), 4, 2, 2), routed);
            Door.Outcome wrong = door.retrieve(new float[] {1, 0}, "db", 1);
            assertEquals(List.of("db-2"), wrong.payloads());
            assertTrue(wrong.scanned() == 2 && wrong.total() == 4);
        }
    }
}
