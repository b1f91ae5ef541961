package io.rochedb.calcite.internal.sys;

import static io.rochedb.calcite.internal.function.ColumnType.BIGINT;
import static io.rochedb.calcite.internal.function.ColumnType.DOUBLE;
import static io.rochedb.calcite.internal.function.ColumnType.INTEGER;
import static io.rochedb.calcite.internal.function.ColumnType.TIMESTAMP;
import static io.rochedb.calcite.internal.function.ColumnType.VARCHAR;

import io.rochedb.calcite.ScanLog;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.ddl.Procedures;
import io.rochedb.calcite.internal.function.FunctionDeclaration;
import io.rochedb.calcite.internal.function.RocheFunctions;
import io.rochedb.calcite.internal.table.SysWhere;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.model.RingInfo;
import io.rochedb.engine.model.RingNames;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The system tables about the engine and the session. */
final class EngineTables {
    private static final String LOCAL = "local";
    private static final double FULL_TURN_RADIANS = 2 * Math.PI;

    private EngineTables() {}

    static List<DeclaredSysTable> all() {
        return List.of(
                rings(),
                nodes(),
                scans(),
                settings(),
                functions(),
                stellar(),
                MetricTable.metrics(),
                IndexTable.indexes(),
                JobTable.jobs(),
                LocalityTable.locality(),
                AccessTables.users(),
                AccessTables.grants());
    }

    private static DeclaredSysTable rings() {
        return DeclaredSysTable.table("rings")
                .columns(VARCHAR, "name", "key")
                .nullable("parent", VARCHAR)
                .column("depth", INTEGER)
                .columns(BIGINT, "records", "vector_records", "payload_bytes")
                .column("dimension", INTEGER)
                .columns(DOUBLE, "period_seconds", "head")
                .column("epoch", INTEGER)
                .column("created", TIMESTAMP)
                .nullable("last_write", TIMESTAMP)
                .nullable("description", VARCHAR)
                .column("resident_bytes", BIGINT)
                .of(
                        "The rings this connection may see, those without records included.",
                        (context, where) -> context.view().rings(where.on("name")).stream()
                                .map(EngineTables::ring)
                                .iterator());
    }

    private static @Nullable Object[] ring(RingInfo ring) {
        return new @Nullable Object[] {
            ring.name(),
            Long.toUnsignedString(ring.key()),
            RingNames.parent(ring.name()),
            1 + (int) ring.name().chars().filter(c -> c == '/').count(),
            ring.records(),
            ring.vectorRecords(),
            ring.payloadBytes(),
            ring.dimension(),
            ring.periodSeconds(),
            ring.headRadians(),
            ring.epoch(),
            ring.createdMillis(),
            ring.lastWriteMillis() == 0 ? null : (Object) ring.lastWriteMillis(),
            ring.description(),
            ring.residentBytes()
        };
    }

    private static DeclaredSysTable nodes() {
        return DeclaredSysTable.table("nodes")
                .column("node", INTEGER)
                .columns(DOUBLE, "arc_start", "arc_end")
                .column("owner", VARCHAR)
                .of(
                        "The logical nodes, the arc of the orbit each covers, and who keeps its records.",
                        (context, where) -> {
                            int nodes = context.engine().info().nodes();
                            return IntStream.range(0, nodes)
                                    .mapToObj(node -> row(node, arc(node, nodes), arc(node + 1, nodes), LOCAL))
                                    .iterator();
                        });
    }

    private static double arc(int node, int nodes) {
        return FULL_TURN_RADIANS * node / nodes;
    }

    private static DeclaredSysTable stellar() {
        return DeclaredSysTable.table("stellar")
                .columns(VARCHAR, "lens", "member")
                .column("position", INTEGER)
                .of(
                        "The stellar lenses and their member rings, in the order in which these were attached.",
                        (context, where) -> context.view().schema().model().lenses().stream()
                                .flatMap(lens -> IntStream.range(
                                                0, lens.members().size())
                                        .mapToObj(i ->
                                                row(lens.name(), lens.members().get(i), i + 1)))
                                .iterator());
    }

    private static DeclaredSysTable scans() {
        return DeclaredSysTable.table("scans")
                .column("scan_id", BIGINT)
                .column("executed_at", TIMESTAMP)
                .column("query_text", VARCHAR)
                .column("elapsed_millis", DOUBLE)
                .column("plan_cache", VARCHAR)
                .columns(BIGINT, "rings_known", "rings_routed", "rings_pruned", "records_scanned", "records_skipped")
                .columns(BIGINT, "vectors_scanned", "vectors_skipped", "bytes_scanned", "rows_returned")
                .column("estimated_tokens", BIGINT)
                .column("candidate_reduction", DOUBLE)
                .of("What the recent statements of this connection have cost.", EngineTables::scans);
    }

    private static Iterator<@Nullable Object[]> scans(StatementContext context, SysWhere where) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (ScanLog.Entry entry : ScanLog.entries(context.session().sessionId())) {
            List<@Nullable Object> row = new ArrayList<>();
            row.add(entry.scanId());
            row.add(entry.executedAtMillis());
            row.add(entry.sql());
            row.add(entry.elapsedMillis());
            row.add(entry.planCache());
            row.addAll(entry.counters());
            row.add(entry.candidateReduction());
            rows.add(row.toArray());
        }
        return rows.iterator();
    }

    private static DeclaredSysTable settings() {
        return DeclaredSysTable.table("settings")
                .columns(VARCHAR, "name", "value")
                .of("The settings of this connection, then facts about the store (engine.…).", EngineTables::settings);
    }

    private static Iterator<@Nullable Object[]> settings(StatementContext context, SysWhere where) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Map.Entry<String, String> setting : new TreeMap<>(context.session().settings()).entrySet()) {
            rows.add(row(setting.getKey(), setting.getValue()));
        }
        RocheEngine.Info info = context.engine().info();
        if (info.directory() != null && context.session().fileAccess()) {
            rows.add(row("engine.directory", info.directory().toString()));
        }
        rows.add(row("engine.durability", info.durability().name().toLowerCase(Locale.ROOT)));
        rows.add(row("engine.memoryBudget", Long.toString(info.memoryBudgetBytes())));
        rows.add(row("engine.nodes", Integer.toString(info.nodes())));
        rows.add(row("engine.readOnly", Boolean.toString(info.readOnly())));
        if (!context.session().restricted()) {
            // it tells of rings that may not be seen
            rows.add(row("engine.residentBytes", Long.toString(info.residentBytes())));
        }
        rows.add(row("engine.vectorKernel", info.vectorKernel()));
        return rows.iterator();
    }

    private static DeclaredSysTable functions() {
        return DeclaredSysTable.table("functions")
                .columns(VARCHAR, "name", "kind", "signature", "description")
                .of(
                        "Functions and procedures; kind is scalar, table or procedure for RocheDB's own, else standard.",
                        (context, where) -> Stream.concat(
                                        Stream.concat(
                                                        RocheFunctions.declarations().stream(),
                                                        Procedures.declarations().stream())
                                                .map(EngineTables::function),
                                        StandardFunctions.NAMES.stream().map(EngineTables::standard))
                                .iterator());
    }

    private static @Nullable Object[] function(FunctionDeclaration declaration) {
        return row(
                declaration.name(),
                declaration.kind().name().toLowerCase(Locale.ROOT),
                declaration.signature(),
                declaration.description());
    }

    private static @Nullable Object[] standard(String name) {
        return new @Nullable Object[] {name, "standard", null, "as in standard SQL or PostgreSQL"};
    }

    private static @Nullable Object[] row(Object... values) {
        return values;
    }
}
