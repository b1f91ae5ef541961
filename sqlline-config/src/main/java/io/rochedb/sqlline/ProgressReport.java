package io.rochedb.sqlline;

import io.rochedb.engine.ProgressListener;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Progress of an import, a dump or a backup on standard error: a bar by bytes on a terminal, a line now and then elsewhere.
 *
 * <p>Used from one thread. Short work shows nothing: the first report comes after an interval.
 */
final class ProgressReport implements ProgressListener, AutoCloseable {
    private static final long BAR_INTERVAL_NANOS = 100_000_000L;
    private static final long LINE_INTERVAL_NANOS = 2_000_000_000L;
    private static final int BAR_WIDTH = 24;
    private static final double MEBIBYTE = 1 << 20;
    private static final double NANOS_PER_SECOND = 1e9;

    private final PrintStream err;
    private final boolean terminal;
    private final boolean ofFiles;
    private final LongSupplier nanoTime;
    private final long start;
    private long last;
    private int shownLength;

    ProgressReport(PrintStream err, boolean terminal, LongSupplier nanoTime) {
        this(err, terminal, false, nanoTime);
    }

    private ProgressReport(PrintStream err, boolean terminal, boolean ofFiles, LongSupplier nanoTime) {
        this.err = err;
        this.terminal = terminal;
        this.ofFiles = ofFiles;
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
        this.last = start;
    }

    static ProgressReport to(Console console) {
        return new ProgressReport(console.err(), console.errTerminal(), System::nanoTime);
    }

    /** Progress of work on files, which are counted in place of records. */
    static ProgressReport ofFiles(Console console) {
        return new ProgressReport(console.err(), console.errTerminal(), true, System::nanoTime);
    }

    @Override
    public void progress(long bytesDone, long bytesTotal, long records, long rejects) {
        long now = nanoTime.getAsLong();
        if (now - last < (terminal ? BAR_INTERVAL_NANOS : LINE_INTERVAL_NANOS)) {
            return;
        }
        last = now;
        String state = state(bytesDone, bytesTotal, records, rejects, (now - start) / NANOS_PER_SECOND);
        if (terminal) {
            String bar = bytesTotal > 0 ? bar(bytesDone, bytesTotal) + " " : "";
            show(bar + state);
        } else {
            err.print(state + "\n");
            err.flush();
        }
    }

    private String state(long bytesDone, long bytesTotal, long records, long rejects, double seconds) {
        String bytes = bytesTotal > 0
                ? String.format(
                        Locale.ROOT,
                        "%3d%%  %.1f of %.1f MiB",
                        Math.min(100, bytesDone * 100 / bytesTotal),
                        bytesDone / MEBIBYTE,
                        bytesTotal / MEBIBYTE)
                : String.format(Locale.ROOT, "%.1f MiB", bytesDone / MEBIBYTE);
        if (ofFiles) {
            return String.format(
                    Locale.ROOT, "%s  %,d files  %.0f MiB/s", bytes, records, bytesDone / MEBIBYTE / seconds);
        }
        return String.format(
                Locale.ROOT, "%s  %,d records  %,.0f/s  rejects %d", bytes, records, records / seconds, rejects);
    }

    private static String bar(long done, long total) {
        int filled = (int) Math.min(BAR_WIDTH, done * BAR_WIDTH / total);
        return "[" + "#".repeat(filled) + ".".repeat(BAR_WIDTH - filled) + "]";
    }

    private void show(String text) {
        err.print("\r" + text + " ".repeat(Math.max(0, shownLength - text.length())));
        err.flush();
        shownLength = text.length();
    }

    /** Takes the bar off the terminal. */
    @Override
    public void close() {
        if (shownLength > 0) {
            show("");
            err.print("\r");
            err.flush();
        }
    }
}
