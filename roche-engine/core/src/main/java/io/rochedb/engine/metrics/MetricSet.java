package io.rochedb.engine.metrics;

import io.rochedb.engine.metrics.Metric.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;

/**
 * The metrics of one engine, or of something else that lives as long: each is asked for by name and made when it is new. Thread-safe.
 *
 * <p>Whoever counts keeps the counter: looking it up costs more than counting.
 */
public final class MetricSet {
    private static final double[] SHARES = {0.5, 0.95, 0.99};

    /** Metrics of one name, by their labels. */
    private record Family(Type type, String help, Map<String, Object> members) {}

    private final Map<String, Family> families = new ConcurrentSkipListMap<>();

    /**
     * Returns a counter.
     *
     * @param name its name without {@code _total}, ending in its unit if it has one
     * @param labels {@code name="value"}, or empty
     * @param help a sentence
     */
    public LongAdder counter(String name, String labels, String help) {
        return (LongAdder) family(name, Type.COUNTER, help).members.computeIfAbsent(labels, key -> new LongAdder());
    }

    /** Has a number read whenever the metrics are; the last one given for a name and labels stands. */
    public void gauge(String name, String labels, String help, DoubleSupplier value) {
        family(name, Type.GAUGE, help).members.put(labels, value);
    }

    /** Returns a histogram of durations; the name ends in {@code _seconds}. */
    public Durations durations(String name, String labels, String help) {
        return (Durations) family(name, Type.HISTOGRAM, help).members.computeIfAbsent(labels, key -> new Durations());
    }

    private Family family(String name, Type type, String help) {
        Family family = families.computeIfAbsent(name, key -> new Family(type, help, new ConcurrentSkipListMap<>()));
        if (family.type != type) {
            throw new IllegalArgumentException("metric '" + name + "' is a " + family.type + ", not a " + type);
        }
        return family;
    }

    /** Reads all of them, in order of name and labels, histograms bucket by bucket. */
    public List<Metric> read() {
        List<Metric> all = new ArrayList<>();
        families.forEach((name, family) -> family.members.forEach((labels, member) -> {
            if (member instanceof LongAdder counter) {
                all.add(metric(name, "_total", labels, family, counter.sum()));
            } else if (member instanceof DoubleSupplier gauge) {
                all.add(metric(name, "", labels, family, gauge.getAsDouble()));
            } else {
                buckets(name, labels, family, (Durations) member, all);
            }
        }));
        return all;
    }

    /** Reads all of them for people: of histograms the number, the sum, and bounds below which half, 95 and 99 of 100 lie. */
    public List<Metric> readSummary() {
        List<Metric> all = new ArrayList<>();
        families.forEach((name, family) -> family.members.forEach((labels, member) -> {
            if (member instanceof Durations durations) {
                all.add(metric(name, "_count", labels, family, durations.count()));
                all.add(metric(name, "_sum", labels, family, durations.sumSeconds()));
                for (double share : SHARES) {
                    String ending = "_p" + Math.round(share * 100);
                    all.add(metric(name, ending, labels, family, durations.quantileSeconds(share)));
                }
            } else if (member instanceof LongAdder counter) {
                all.add(metric(name, "_total", labels, family, counter.sum()));
            } else {
                all.add(metric(name, "", labels, family, ((DoubleSupplier) member).getAsDouble()));
            }
        }));
        return all;
    }

    private static Metric metric(String name, String ending, String labels, Family family, double value) {
        return new Metric(name, name + ending, labels, family.type, value, family.help);
    }

    private static void buckets(String name, String labels, Family family, Durations durations, List<Metric> all) {
        long below = 0;
        String before = labels.isEmpty() ? "" : labels + ",";
        for (int i = 0; i < durations.bounded(); i++) {
            below += durations.count(i);
            String bound = before + "le=\"" + durations.boundSeconds(i) + '"';
            all.add(metric(name, "_bucket", bound, family, below));
        }
        long count = below + durations.count(durations.bounded());
        all.add(metric(name, "_bucket", before + "le=\"+Inf\"", family, count));
        all.add(metric(name, "_count", labels, family, count));
        all.add(metric(name, "_sum", labels, family, durations.sumSeconds()));
    }
}
