package io.rochedb.jdbc.internal.remote;

import io.rochedb.jdbc.ScanStats;
import io.rochedb.jdbc.spi.BatchEntry;
import io.rochedb.jdbc.spi.BatchOutcome;
import io.rochedb.jdbc.spi.ColumnMeta;
import io.rochedb.jdbc.spi.Execution;
import io.rochedb.jdbc.spi.Outcome;
import io.rochedb.jdbc.spi.ParameterBinder;
import io.rochedb.jdbc.spi.Session;
import io.rochedb.jdbc.spi.SessionStatement;
import io.rochedb.jdbc.spi.SessionStatement.Expect;
import io.rochedb.jdbc.wire.FrameLimitException;
import io.rochedb.jdbc.wire.Parts;
import io.rochedb.jdbc.wire.Protocol;
import io.rochedb.jdbc.wire.WireException;
import io.rochedb.jdbc.wire.WireWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A session of a server. What it is set to is known here from the state that every answer carries.
 *
 * <p>The lock is held while a request waits for its answer. A connection that breaks is not made again, but for a read outside a transaction,
 * which is tried once more.
 */
final class RemoteSession implements Session {
    /** How long closing waits for the server to say that it is done. */
    private static final long CLOSE_WAIT_MILLIS = 5_000;

    private record Closing(Link link, long cursor) {}

    private final Dialer dialer;
    private final String givenUser;
    private final ReentrantLock lock = new ReentrantLock();
    private final Slots slots = new Slots();
    private final RemoteRunner runner;
    private final ConcurrentLinkedQueue<Closing> closings = new ConcurrentLinkedQueue<>();
    private volatile Dialer.Dialled current;
    private volatile boolean closed;
    private int timeoutMillis;
    private String schema;
    private boolean ringSet;
    private @Nullable String ring;

    RemoteSession(Dialer dialer, Dialer.Dialled dialled, String givenUser, int timeoutMillis) {
        this.dialer = dialer;
        this.current = dialled;
        this.givenUser = givenUser;
        this.timeoutMillis = timeoutMillis;
        this.schema = dialled.login().schema();
        this.runner = new RemoteRunner(this, slots);
        dialled.link().timeoutMillis(timeoutMillis);
    }

    /** Returns whether statements run in a transaction that somebody has to end. */
    static boolean isManual(Link link) {
        return !link.has(Protocol.STATE_AUTO_COMMIT) || link.has(Protocol.STATE_IN_TRANSACTION);
    }

    Link link() {
        return current.link();
    }

    // ---- one request at a time ----

    /** Does something with the connection that nobody else may interrupt. */
    <T> T exclusively(Supplier<T> work) {
        lock.lock();
        try {
            checkOpen();
            return work.get();
        } finally {
            lock.unlock();
            flushClosings();
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    private void checkOpen() {
        if (closed) {
            throw new RemoteFailure(RemoteFailure.CLOSED, "the connection is closed");
        }
    }

    /** Sends a request and waits for its answer; a failure of the server is thrown. */
    private Link.Answer call(int type, Consumer<WireWriter> body, boolean mayWrite, String what) {
        return exclusively(() -> {
            Link link = link();
            try {
                body.accept(link.begin(type));
                Link.Answer answer = link.await(link.send());
                if (answer.type() == Protocol.FAILURE) {
                    throw new RemoteFailure(Parts.failure(answer.body()), null);
                }
                return answer;
            } catch (LostException e) {
                throw mayWrite ? e.ofWrite(what) : e.ofRead();
            } catch (FrameLimitException e) {
                throw RemoteRunner.tooLarge(e);
            } catch (WireException e) {
                throw link.garbled(e).ofRead();
            }
        });
    }

    private void act(int type, boolean mayWrite, String what) {
        call(type, out -> {}, mayWrite, what);
    }

    private void set(int what, Consumer<WireWriter> value) {
        call(
                Protocol.SET,
                out -> {
                    out.u8(what);
                    value.accept(out);
                },
                false,
                "a setting");
    }

    // ---- statements ----

    @Override
    public String productVersion() {
        return current.login().productVersion();
    }

    @Override
    public String user() {
        String user = current.login().user();
        return user.isEmpty() ? givenUser : user;
    }

    @Override
    public List<String> warnings() {
        return current.login().warnings();
    }

    @Override
    public SessionStatement statement(String sql) {
        return new RemoteStatement(this, sql);
    }

    @Override
    public Execution newExecution(long timeout) {
        return new RemoteExecution(this, timeout);
    }

    Outcome execute(RemoteStatement statement, ParameterBinder binder, Expect expect, RemoteExecution execution) {
        return exclusively(() -> runner.execute(statement, binder, expect, execution));
    }

    Slot describe(RemoteStatement statement) {
        return exclusively(() -> runner.describe(statement));
    }

    List<ColumnMeta> parameters(RemoteStatement statement) {
        return exclusively(() -> runner.parameters(statement));
    }

    @Override
    public BatchOutcome executeBatch(List<BatchEntry> entries, Execution execution) {
        return exclusively(() -> runner.batch(entries, (RemoteExecution) execution));
    }

    // ---- cursors ----

    /** Asks for the next rows of a cursor; they are waited for later. */
    Link.Pending ask(Link link, long cursor, int wantedBytes) {
        return exclusively(() -> {
            try {
                WireWriter out = link.begin(Protocol.FETCH);
                out.varint(cursor);
                out.varint(wantedBytes);
                return link.send();
            } catch (LostException e) {
                throw e.ofRead();
            }
        });
    }

    Link.Answer await(Link link, Link.Pending pending, RemoteExecution execution) {
        return exclusively(() -> {
            runner.waits(execution, execution.asked());
            try {
                return link.await(pending);
            } catch (LostException e) {
                throw e.ofRead();
            } finally {
                runner.waits(execution, null);
            }
        });
    }

    /** Ends a cursor of the server, which may still be working on rows nobody will read. */
    void closeCursor(Link link, long cursor, @Nullable RemoteExecution working) {
        if (closed) {
            return;
        }
        if (working != null) {
            cancel(working.asked());
        }
        closings.add(new Closing(link, cursor));
        flushClosings();
    }

    /** Tells the server of closed cursors, unless a request is under way: then whoever waits for it does. */
    private void flushClosings() {
        while (!closings.isEmpty() && lock.tryLock()) {
            try {
                for (Closing next = closings.poll(); next != null; next = closings.poll()) {
                    if (!next.link.isBroken()) {
                        next.link.begin(Protocol.CLOSE_CURSOR).varint(next.cursor);
                        next.link.sendOnly();
                    }
                }
            } catch (LostException e) {
                // the next request says so
            } finally {
                lock.unlock();
            }
        }
    }

    /** Returns the counters of rows that are not read to their end; those known when the server cannot be asked. */
    ScanStats stats(RemoteCursor cursor, ScanStats known) {
        if (closed || cursor.link() != link() || cursor.link().isBroken()) {
            return known;
        }
        Link.Answer answer = call(Protocol.STATS, out -> out.varint(cursor.number()), false, "a look at counters");
        return answer.type() == Protocol.COUNTERS ? Parts.stats(answer.body()) : known;
    }

    /** Returns what a request of the present connection is known by; the lock is held. */
    RemoteExecution.Asked asked(long number) {
        return new RemoteExecution.Asked(current, number);
    }

    /** Stops a request where it was sent to. */
    void cancel(RemoteExecution.@Nullable Asked request) {
        if (request != null) {
            Dialer.Dialled server = request.server();
            dialer.cancel(server.link().host(), server.login(), request.number());
        }
    }

    // ---- transactions ----

    @Override
    public boolean autoCommit() {
        return link().has(Protocol.STATE_AUTO_COMMIT);
    }

    @Override
    public void autoCommit(boolean on) {
        if (on == autoCommit() && !closed) {
            return;
        }
        boolean commits = on && inTransaction();
        call(
                Protocol.SET,
                out -> {
                    out.u8(Protocol.SET_AUTO_COMMIT);
                    out.flag(on);
                },
                commits,
                "a commit");
    }

    @Override
    public void commit() {
        act(Protocol.COMMIT, true, "a commit");
    }

    @Override
    public void rollback() {
        act(Protocol.ROLLBACK, false, "a rollback");
    }

    @Override
    public boolean inTransaction() {
        return link().has(Protocol.STATE_IN_TRANSACTION);
    }

    @Override
    public long savepoint(@Nullable String name) {
        return call(Protocol.SAVEPOINT, out -> out.optionalText(name), false, "a savepoint")
                .body()
                .varint();
    }

    @Override
    public void rollbackTo(long savepoint) {
        call(Protocol.ROLLBACK_TO, out -> out.varint(savepoint), false, "a rollback");
    }

    @Override
    public void release(long savepoint) {
        call(Protocol.RELEASE, out -> out.varint(savepoint), false, "a savepoint");
    }

    @Override
    public Isolation isolation() {
        return link().has(Protocol.STATE_READ_COMMITTED) ? Isolation.READ_COMMITTED : Isolation.REPEATABLE_READ;
    }

    @Override
    public void isolation(Isolation isolation) {
        set(Protocol.SET_ISOLATION, out -> out.flag(isolation == Isolation.READ_COMMITTED));
    }

    @Override
    public boolean readOnly() {
        return link().has(Protocol.STATE_READ_ONLY);
    }

    @Override
    public void readOnly(boolean readOnly) {
        set(Protocol.SET_READ_ONLY, out -> out.flag(readOnly));
    }

    @Override
    public void ring(@Nullable String wanted) {
        set(Protocol.SET_RING, out -> out.optionalText(wanted));
        ringSet = true;
        ring = wanted;
    }

    @Override
    public String schema() {
        return schema;
    }

    @Override
    public void schema(String wanted) {
        set(Protocol.SET_SCHEMA, out -> out.text(wanted));
        schema = wanted;
    }

    // ---- life ----

    /** Connects anew after a read was lost, and sets the new session as the old one was; the lock is held. */
    void reconnect(Link lost) {
        int state = lost.state();
        Dialer.Dialled dialled = dialer.dial();
        dialled.link().timeoutMillis(timeoutMillis);
        current = dialled;
        if (closed) {
            // by a thread that saw the lost one only
            dialled.link().breakOff("the connection is closed");
        }
        checkOpen();
        if (((state ^ dialled.link().state()) & Protocol.STATE_READ_COMMITTED) != 0) {
            isolation(
                    (state & Protocol.STATE_READ_COMMITTED) != 0
                            ? Isolation.READ_COMMITTED
                            : Isolation.REPEATABLE_READ);
        }
        if (((state ^ dialled.link().state()) & Protocol.STATE_READ_ONLY) != 0) {
            readOnly((state & Protocol.STATE_READ_ONLY) != 0);
        }
        if (!schema.equals(dialled.login().schema())) {
            schema(schema);
        }
        if (ringSet) {
            ring(ring);
        }
    }

    @Override
    public void networkTimeout(int millis) {
        exclusively(() -> {
            timeoutMillis = millis;
            try {
                link().timeoutMillis(millis);
            } catch (LostException e) {
                throw e.ofRead();
            }
            return null;
        });
    }

    /** Asks the server, and waits no longer than was said; a connection that did not answer is given up. */
    @Override
    public boolean isValid(int timeoutSeconds) {
        try {
            if (timeoutSeconds == 0) {
                lock.lock();
            } else if (!lock.tryLock(timeoutSeconds, TimeUnit.SECONDS)) {
                return false;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        try {
            if (closed) {
                return false;
            }
            Link link = link();
            if (timeoutSeconds > 0) {
                link.timeoutMillis((int) Math.min(Integer.MAX_VALUE, timeoutSeconds * 1_000L));
            }
            link.begin(Protocol.PING);
            boolean valid = link.await(link.send()).type() == Protocol.DONE;
            if (timeoutSeconds > 0) {
                link.timeoutMillis(timeoutMillis);
            }
            return valid;
        } catch (LostException e) {
            return false;
        } finally {
            lock.unlock();
            flushClosings();
        }
    }

    @Override
    public void abort() {
        closed = true;
        RemoteExecution.Asked running = runner.running();
        link().breakOff("the connection was aborted");
        cancel(running);
    }

    /** Stops what another thread runs, and waits for the server to have rolled back; not for ever. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        RemoteExecution.Asked running = runner.running();
        if (running != null && !lock.isHeldByCurrentThread()) {
            cancel(running);
        }
        boolean locked = false;
        try {
            locked = lock.tryLock(CLOSE_WAIT_MILLIS, TimeUnit.MILLISECONDS);
            closed = true;
            Link link = link();
            if (locked && !link.isBroken()) {
                link.timeoutMillis((int) CLOSE_WAIT_MILLIS);
                link.begin(Protocol.CLOSE);
                link.await(link.send());
            }
        } catch (LostException e) {
            // the server ends a session whose connection ended
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            closed = true;
            if (locked) {
                lock.unlock();
            }
            link().breakOff("the connection is closed");
        }
    }

    @Override
    public <T> Optional<T> extension(Class<T> type) {
        return Optional.empty();
    }
}
