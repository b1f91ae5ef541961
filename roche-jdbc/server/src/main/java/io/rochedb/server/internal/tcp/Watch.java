package io.rochedb.server.internal.tcp;

import io.rochedb.server.internal.ServerLog;
import java.util.function.BooleanSupplier;

/** Does something again and again until it is over, whatever goes wrong meanwhile: nobody else ends those that wait for too long. */
final class Watch implements Runnable {
    private final BooleanSupplier pause;
    private final Runnable turn;
    private final BooleanSupplier over;

    /**
     * Creates a watch.
     *
     * @param pause waits for the next turn; false when it was interrupted, which ends the watch
     * @param turn what is done
     * @param over whether it is over
     */
    Watch(BooleanSupplier pause, Runnable turn, BooleanSupplier over) {
        this.pause = pause;
        this.turn = turn;
        this.over = over;
    }

    @Override
    public void run() {
        while (!over.getAsBoolean() && pause.getAsBoolean()) {
            try {
                turn.run();
            } catch (RuntimeException | Error e) {
                log(e);
            }
        }
    }

    private static void log(Throwable e) {
        try {
            ServerLog.failed("a turn of the watch", e);
        } catch (RuntimeException | Error again) {
            // no memory for as much as a line
        }
    }
}
