package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.table.ResolvedTable;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.query.IndexUse;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RingSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.jspecify.annotations.Nullable;

/** What EXPLAIN says about one scan of a plan: what it is expected to read, and how it could read less. */
public final class ScanEstimate {
    private static final int RINGS_SUGGESTED_MAX = 3;

    private final String table;
    private final String ringColumn;
    private final ScanTemplate template;
    private final boolean search;
    private final boolean lookup;
    private final boolean keyed;

    private ScanEstimate(RocheScan scan, boolean search, boolean lookup) {
        this.table = scan.data().name();
        this.ringColumn = scan.data() instanceof ResolvedTable.Records ? "ring" : "_ring";
        this.template = scan.template();
        this.search = search;
        this.lookup = lookup;
        this.keyed = scan.isKeyed();
    }

    /** Returns the scans of a plan, in the order of its lines. */
    public static List<ScanEstimate> of(RelNode plan) {
        List<ScanEstimate> found = new ArrayList<>();
        new RelVisitor() {
            @Override
            public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
                if (node instanceof RocheScan scan) {
                    found.add(new ScanEstimate(scan, false, false));
                } else if (node instanceof RocheCount count) {
                    found.add(new ScanEstimate(count.scan(), false, false));
                } else if (node instanceof RocheRingGroups rings) {
                    found.add(new ScanEstimate(rings.scan(), false, false));
                } else if (node instanceof RocheVectorSearch vectors) {
                    found.add(new ScanEstimate(vectors.scan(), true, false));
                } else if (node instanceof RocheLookupJoin join) {
                    found.add(new ScanEstimate(join.scan(), false, true));
                }
                super.visit(node, ordinal, parent);
            }
        }.go(plan);
        return List.copyOf(found);
    }

    /** Returns the rings the scan may read whatever its parameters will be. */
    public RingSelector knownRings() {
        return template.knownRoute(RocheScan.NO_VALUES);
    }

    /** Returns about how many rows the scan is expected to give, by which joins are chosen; for a plan that has some. */
    public String expected(StatementContext context) {
        if (lookup) {
            return "";
        }
        RingSelector rings = template.knownRoute(context.parameters());
        double rows = template.expected(context.view().sizesAbout(rings), keyed, context.parameters());
        return ", about " + Math.round(rows) + " rows expected";
    }

    /** Returns what the scan is expected to read. */
    public String estimate(StatementContext context) {
        StringBuilder line = new StringBuilder((search ? "search" : "scan") + " of " + table + ": ");
        if (template.hasIds()) {
            return line.append("by id").toString();
        }
        QueryMonitor counts = new QueryMonitor();
        try {
            long records = context.view().count(template.route(context.parameters()), counts);
            line.append(lookup ? "at most " : "")
                    .append(counts.ringsRouted() + " of " + counts.ringsKnown() + " rings, " + records + " records");
            if (!lookup && !search) {
                template.indexUse(context).ifPresent(use -> line.append(text(use, counts.ringsRouted())));
            }
        } catch (RocheException e) {
            if (e.code() != ErrorCode.PARAMETER_NOT_BOUND) {
                throw e;
            }
            line.append("rings are chosen when the parameters are known");
        }
        if (lookup) {
            line.append(", routed by the other side of the join");
        }
        if (search) {
            line.append(", exact, vector kernel " + context.engine().info().vectorKernel());
        }
        return line.toString();
    }

    /** Returns how an index answers, in some of the rings or in all that are read. */
    private static String text(IndexUse use, long rings) {
        StringBuilder text = new StringBuilder(", by index " + use.index() + " (" + use.condition() + ")");
        if (use.rings() < rings) {
            text.append(" in " + use.rings() + " of them");
        }
        if (use.records() >= 0) {
            text.append(": about " + use.records() + (use.records() == 1 ? " record" : " records"));
        }
        return text.toString();
    }

    /** Returns which condition on the ring would have cut the scan, from what to what; null when it was routed or none would. */
    public @Nullable String hint(StatementContext context) {
        @Nullable Object[] parameters = context.parameters();
        if (lookup
                || template.hasIds()
                || template.hasLimit()
                || !template.hasPredicate(parameters)
                || !ScanTemplate.isAll(template.route(parameters))) {
            return null;
        }
        QueryMonitor all = new QueryMonitor();
        long from = context.view().count(RingSelector.ALL, all);
        Set<String> rings;
        try {
            rings = template.matchingRings(context);
        } catch (RocheException e) {
            if (e.code() == ErrorCode.SCAN_LIMIT_EXCEEDED) {
                return null;
            }
            throw e;
        }
        if (rings.isEmpty() || rings.size() >= all.ringsKnown()) {
            return null;
        }
        RingSelector selector;
        String condition;
        String prefix = commonParent(new TreeSet<>(rings));
        if (rings.size() <= RINGS_SUGGESTED_MAX) {
            selector = new RingSelector.Exact(rings);
            String names = "'" + String.join("', '", new TreeSet<>(rings)) + "'";
            condition = rings.size() == 1 ? ringColumn + " = " + names : ringColumn + " IN (" + names + ")";
        } else if (!prefix.isEmpty()) {
            selector = new RingSelector.Like(prefix + "%", '\0');
            condition = ringColumn + " LIKE '" + prefix + "%'";
        } else {
            return null;
        }
        QueryMonitor narrowed = new QueryMonitor();
        long to = context.view().count(selector, narrowed);
        return "hint: " + table + " was read without a condition on its ring; all rows that match are where "
                + condition
                + ": that reads " + narrowed.ringsRouted() + " instead of " + all.ringsKnown() + " rings, from " + from
                + " -> " + to + " records";
    }

    /** Returns the longest path, ending in a slash, that every name starts with. */
    private static String commonParent(TreeSet<String> names) {
        String first = names.first();
        String last = names.last();
        int length = 0;
        while (length < Math.min(first.length(), last.length()) && first.charAt(length) == last.charAt(length)) {
            length++;
        }
        return first.substring(0, first.lastIndexOf('/', Math.max(0, length - 1)) + 1);
    }
}
