package io.rochedb.benchmarks.workload;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** Runs every workload through both doors and prints what the published tables claim beside what was counted. */
public final class Workloads {
    private final PrintStream out;

    private Workloads(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] args) {
        new Workloads(System.out).runAll();
    }

    private void runAll() {
        for (Supplier<Door> door : List.<Supplier<Door>>of(EngineDoor::new, SqlDoor::new)) {
            workingSet(
                    door,
                    WorkingSet.workingSet(10_000, 100, 50, 20),
                    "working-set 10000",
                    "10000 -> 100, tokens 626.8");
            workingSet(door, WorkingSet.workingSet(1_000, 10, 5, 8), "working-set 1000", "1000 -> 100, tokens 246.0");
            WorkingSet pressure = WorkingSet.memoryPressure(20_000, 100, 20, 20, 512);
            workingSet(door, pressure, "memory-pressure 20000", "20000 -> 200, 18.616 -> 0.186 MiB, tokens 2705.0");
            rag(door);
            caseStudy(door);
            vectorBackend(door);
        }
    }

    private void workingSet(Supplier<Door> doors, WorkingSet workload, String name, String published) {
        try (Door door = doors.get()) {
            WorkingSet.Result result = workload.run(door);
            line(
                    door,
                    name,
                    published,
                    "scanned %.1f -> %.1f, tokens %.1f -> %.1f, candidates %.3f -> %.3f MiB",
                    result.global().scanned(),
                    result.routed().scanned(),
                    result.global().tokens(),
                    result.routed().tokens(),
                    workload.candidateMebibytes(result.global()),
                    workload.candidateMebibytes(result.routed()));
        }
    }

    private void rag(Supplier<Door> doors) {
        try (Door door = doors.get()) {
            Rag.Result result = new Rag(8_000, 80, 20, 3).run(door);
            line(
                    door,
                    "rag 8000",
                    "recall 1/1/0, scanned 8000/1000/1000, tokens 3955/657/807 (older text: 3960 -> 657.8)",
                    "recall %.3f/%.3f/%.3f, scanned %.1f/%.1f/%.1f, tokens %.1f/%.1f/%.1f",
                    result.global().recall(),
                    result.routed().recall(),
                    result.wrong().recall(),
                    result.global().scanned(),
                    result.routed().scanned(),
                    result.wrong().scanned(),
                    result.global().tokens(),
                    result.routed().tokens(),
                    result.wrong().tokens());
        }
    }

    private void caseStudy(Supplier<Door> doors) {
        for (boolean distinct : new boolean[] {false, true}) {
            try (Door door = doors.get()) {
                CaseStudy.Result result = (distinct ? CaseStudy.distinct() : CaseStudy.published()).run(door);
                String name = distinct ? "case study, own embeddings" : "case study";
                line(
                        door,
                        name,
                        distinct ? "none" : "recall 1/1/0, scanned 400/40/40, tokens 615.2/231.6/231.6",
                        "recall %.3f/%.3f/%.3f, scanned %.1f/%.1f/%.1f, tokens %.1f/%.1f/%.1f",
                        result.global().recall(),
                        result.routed().recall(),
                        result.wrong().recall(),
                        result.global().scanned(),
                        result.routed().scanned(),
                        result.wrong().scanned(),
                        result.global().tokens(),
                        result.routed().tokens(),
                        result.wrong().tokens());
            }
        }
    }

    private void vectorBackend(Supplier<Door> doors) {
        try (Door door = doors.get()) {
            VectorBackend.Result result = VectorBackend.published().run(door);
            line(
                    door,
                    "vector backend 20000 x 64",
                    "scanned 20000 / 200",
                    "scanned %.1f / %.1f",
                    result.global().scanned(),
                    result.routed().scanned());
        }
    }

    private void line(Door door, String workload, String published, String format, Object... figures) {
        String counted = String.format(Locale.ROOT, format, figures);
        out.printf(
                Locale.ROOT,
                "%s  %-26s counted: %s%n    %-26s published: %s%n",
                door.name(),
                workload,
                counted,
                "",
                published);
    }
}
