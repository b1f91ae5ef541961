package io.rochedb.engine.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MetricSetTest {
    private final MetricSet metrics = new MetricSet();

    private List<String> read() {
        return metrics.read().stream().map(MetricSetTest::line).toList();
    }

    private static String line(Metric metric) {
        return metric.name() + '{' + metric.labels() + "} " + metric.value();
    }

    @Test
    void metricsAreReadInOrderOfNameAndLabels() {
        metrics.counter("b", "kind=\"y\"", "B.").add(2);
        metrics.counter("b", "kind=\"x\"", "B.").increment();
        metrics.gauge("a", "", "A.", () -> 7);
        assertSame(metrics.counter("b", "kind=\"x\"", "B."), metrics.counter("b", "kind=\"x\"", "B."));
        assertEquals(List.of("a{} 7.0", "b_total{kind=\"x\"} 1.0", "b_total{kind=\"y\"} 2.0"), read());
    }

    @Test
    void aNameHasOneType() {
        metrics.counter("a", "", "A.");
        assertThrows(IllegalArgumentException.class, () -> metrics.durations("a", "", "A."));
    }

    @Test
    void bucketsCountWhatIsNotLonger() {
        Durations durations = metrics.durations("d_seconds", "", "D.");
        durations.record(0);
        durations.record(TimeUnit.MICROSECONDS.toNanos(1));
        durations.record(TimeUnit.MICROSECONDS.toNanos(1) + 1);
        durations.record(TimeUnit.SECONDS.toNanos(100));
        durations.record(TimeUnit.SECONDS.toNanos(101));
        List<String> lines = read();
        assertEquals("d_seconds_bucket{le=\"1.0E-6\"} 2.0", lines.get(0));
        assertEquals("d_seconds_bucket{le=\"2.0E-6\"} 3.0", lines.get(1));
        assertEquals("d_seconds_bucket{le=\"100.0\"} 4.0", lines.get(24));
        assertEquals("d_seconds_bucket{le=\"+Inf\"} 5.0", lines.get(25));
        assertEquals("d_seconds_count{} 5.0", lines.get(26));
        assertEquals(201.000002001, durations.sumSeconds(), 1e-9);
    }

    @Test
    void quantilesAreBounds() {
        Durations durations = metrics.durations("d_seconds", "", "D.");
        assertEquals(0, durations.quantileSeconds(0.5));
        for (int i = 1; i <= 100; i++) {
            durations.record(TimeUnit.MILLISECONDS.toNanos(i));
        }
        assertEquals(0.05, durations.quantileSeconds(0.5));
        assertEquals(0.1, durations.quantileSeconds(0.51));
        assertEquals(0.1, durations.quantileSeconds(1));
        durations.record(Long.MAX_VALUE / 2);
        assertEquals(Double.POSITIVE_INFINITY, durations.quantileSeconds(1));
    }
}
