package io.rochedb.server.internal;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** Counters and gauges of a server, and their text in OpenMetrics 1.0. Thread-safe. */
public final class ServerMetrics {
    private record Counter(String help, LongAdder value) {}

    private record Gauge(String help, LongSupplier value) {}

    private final Map<String, Counter> counters = new ConcurrentHashMap<>();
    private final Map<String, Gauge> gauges = new ConcurrentHashMap<>();

    /** Returns a counter, making it when it is new. */
    public LongAdder counter(String name, String help) {
        return counters.computeIfAbsent(name, key -> new Counter(help, new LongAdder())).value;
    }

    /** Adds something that is read when it is asked for. */
    public void gauge(String name, String help, LongSupplier value) {
        gauges.put(name, new Gauge(help, value));
    }

    /** Returns all values; names in order, so that two texts can be compared. */
    public String text() {
        StringBuilder text = new StringBuilder();
        sorted(gauges).forEach((name, gauge) -> {
            head(text, name, "gauge", gauge.help);
            text.append(name).append(' ').append(gauge.value.getAsLong()).append('\n');
        });
        sorted(counters).forEach((name, counter) -> {
            head(text, name, "counter", counter.help);
            text.append(name).append("_total ").append(counter.value.sum()).append('\n');
        });
        return text.append("# EOF\n").toString();
    }

    private static <V> Map<String, V> sorted(Map<String, V> map) {
        Map<String, V> sorted = new LinkedHashMap<>();
        map.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(e -> sorted.put(e.getKey(), e.getValue()));
        return sorted;
    }

    private static void head(StringBuilder text, String name, String type, String help) {
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    }
}
