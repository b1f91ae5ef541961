package io.rochedb.benchmarks.remote;

import java.util.Set;

/**
 * One line below a row of the table: a database and the way it is asked.
 *
 * @param name what the table calls it
 * @param server where it runs
 * @param tasks what it is asked to do
 * @param threaded whether it is asked by many clients at once, too
 */
record Peer(String name, Server server, Set<Task> tasks, boolean threaded, Opener opener) {
    /** Makes a client. */
    @FunctionalInterface
    interface Opener {
        Client open() throws Exception;
    }
}
