package io.rochedb.server.internal;

import io.rochedb.engine.metrics.Metric;
import io.rochedb.engine.metrics.MetricSet;
import java.util.ArrayList;
import java.util.List;
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

    /** Returns all values, by family in order of the names. */
    public String text() {
        Map<String, List<String>> lines = new TreeMap<>();
        Map<String, Metric> heads = new TreeMap<>();
        own.read().forEach(metric -> add(metric, metric.labels(), lines, heads));
        galaxies.forEach((name, metrics) -> {
            String galaxy = "galaxy=\"" + escaped(name) + '"';
            for (Metric metric : metrics.read()) {
                String labels = metric.labels().isEmpty() ? galaxy : galaxy + ',' + metric.labels();
                add(metric, labels, lines, heads);
            }
        });
        StringBuilder text = new StringBuilder();
        lines.forEach((family, values) -> {
            Metric head = heads.get(family);
            text.append("# TYPE ").append(family).append(' ');
            text.append(head.type().name().toLowerCase(Locale.ROOT)).append('\n');
            text.append("# HELP ").append(family).append(' ').append(escaped(head.help())).append('\n');
            values.forEach(text::append);
        });
        return text.append("# EOF\n").toString();
    }

    private static void add(
            Metric metric, String labels, Map<String, List<String>> lines, Map<String, Metric> heads) {
        heads.putIfAbsent(metric.family(), metric);
        String line = metric.name() + (labels.isEmpty() ? "" : '{' + labels + '}') + ' ' + number(metric.value()) + '\n';
        lines.computeIfAbsent(metric.family(), family -> new ArrayList<>()).add(line);
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
