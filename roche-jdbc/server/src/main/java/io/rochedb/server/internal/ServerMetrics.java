package io.rochedb.server.internal;

import io.rochedb.engine.metrics.Metric;
import io.rochedb.engine.metrics.MetricSet;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** The metrics of a server and of its galaxies, and their text in OpenMetrics 1.0. Thread-safe. */
public final class ServerMetrics {
    /** Whole numbers up to here are exact as doubles. */
    private static final double WHOLE_MAX = 1L << 53;

    private final MetricSet own = new MetricSet();
    private final Map<String, MetricSet> galaxies = new ConcurrentSkipListMap<>();

    /** Returns a counter, making it when it is new. */
    public LongAdder counter(String name, String help) {
        return own.counter(name, "", help);
    }

    /** Adds something that is read when it is asked for. */
    public void gauge(String name, String help, LongSupplier value) {
        own.gauge(name, "", help, value::getAsLong);
    }

    /** Adds the metrics of a galaxy's store, which are told apart by the label {@code galaxy}. */
    public void galaxy(String name, MetricSet metrics) {
        galaxies.put(name, metrics);
    }

    /** The lines of a family of metrics, below its head. */
    private record Family(Metric first, StringBuilder lines) {}

    /** Returns all values, by family in order of the names. */
    public String text() {
        Map<String, Family> families = new TreeMap<>();
        own.read().forEach(metric -> add(metric, metric.labels(), families));
        galaxies.forEach((name, metrics) -> {
            String galaxy = "galaxy=\"" + escaped(name) + '"';
            for (Metric metric : metrics.read()) {
                add(metric, metric.labels().isEmpty() ? galaxy : galaxy + ',' + metric.labels(), families);
            }
        });
        StringBuilder text = new StringBuilder();
        families.forEach((name, family) -> {
            String type = family.first.type().name().toLowerCase(Locale.ROOT);
            text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
            text.append("# HELP ")
                    .append(name)
                    .append(' ')
                    .append(escaped(family.first.help()))
                    .append('\n');
            text.append(family.lines);
        });
        return text.append("# EOF\n").toString();
    }

    private static void add(Metric metric, String labels, Map<String, Family> families) {
        families.computeIfAbsent(metric.family(), name -> new Family(metric, new StringBuilder()))
                .lines
                .append(metric.name())
                .append(labels.isEmpty() ? "" : '{' + labels + '}')
                .append(' ')
                .append(number(metric.value()))
                .append('\n');
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) <= WHOLE_MAX
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
