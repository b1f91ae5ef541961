package io.rochedb.benchmarks.remote;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/** Starts and fills the databases there are, each in a directory of its own, and says of the others why they are not there. */
final class Peers implements AutoCloseable {
    static final String ROCHE = "RocheDB";
    static final String ROCHE_STRONG = "RocheDB, strong";
    static final String AVATICA = "RocheDB, stock Avatica client over HTTP";
    static final String POSTGRESQL = "PostgreSQL";
    static final String POSTGRESQL_ON = "PostgreSQL, synchronous_commit on";
    static final String H2 = "H2 server";
    static final String REDIS = "Redis";
    static final String REDIS_PIPELINE = "Redis, pipeline";
    static final String ECHO = "bare round trip";

    private static final Set<Task> WRITES = EnumSet.of(Task.PUT, Task.PUT_MANY);
    private static final Duration TOOL_LIMIT = Duration.ofSeconds(30);
    private static final int START_SECONDS = 60;
    private static final long ANSWER_MILLIS_MAX = 15_000;
    private static final String[] POSTGRESQL_DIRECTORIES = {
        "/usr/local/bin",
        "/usr/lib/postgresql/17/bin",
        "/usr/lib/postgresql/16/bin",
        "/usr/lib/postgresql/15/bin",
        "/usr/lib/postgresql/14/bin"
    };

    private final Path directory;
    private final Sizes sizes;
    private final Guard guard;
    private final List<Server> servers = new ArrayList<>();
    private final List<Peer> present = new ArrayList<>();
    private final List<String> absent = new ArrayList<>();

    Peers(Path directory, Sizes sizes, Guard guard) {
        this.directory = directory;
        this.sizes = sizes;
        this.guard = guard;
    }

    /** Returns those that can be asked, in the order of the table. */
    List<Peer> present() {
        return List.copyOf(present);
    }

    /** Returns who is not there and why, a line each. */
    List<String> absent() {
        return List.copyOf(absent);
    }

    List<String> versions() {
        return servers.stream().map(Server::version).distinct().toList();
    }

    void start() {
        attempt(ROCHE, this::roche);
        attempt(POSTGRESQL, this::postgresql);
        attempt(H2, this::h2);
        attempt(REDIS, this::redis);
        attempt(ECHO, () -> {
            Server server = jvm("echo", "");
            add(ECHO, server, EnumSet.of(Task.GET), () -> new EchoClient(server.port()));
            return "";
        });
    }

    /** A starter returns why its database is not there, or nothing. */
    private void attempt(String name, Callable<String> starter) {
        long start = System.nanoTime();
        try {
            String reason = guard.call(starter, START_SECONDS);
            if (!reason.isEmpty()) {
                absent.add(name + ": " + reason);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            absent.add(name + ": interrupted");
        } catch (Exception e) {
            absent.add(name + ": did not start (" + e.getMessage() + ")");
        }
        System.err.printf(Locale.ROOT, "%s: started and filled in %.1f s%n", name, (System.nanoTime() - start) / 1e9);
    }

    private void add(String name, Server server, Set<Task> tasks, Peer.Opener opener) {
        present.add(new Peer(name, server, tasks, tasks.contains(Task.GET) && !name.equals(REDIS_PIPELINE), opener));
    }

    private Path home(String name) throws IOException {
        return Files.createDirectories(directory.resolve(name));
    }

    private Server jvm(String kind, String version) throws IOException {
        Server server = Server.jvm(kind, home(kind), version);
        servers.add(server);
        return server;
    }

    private String roche() throws Exception {
        Server server = jvm("roche", "");
        String url = "jdbc:roche://127.0.0.1:" + server.port() + "/main";
        Keys keys;
        try (Connection connection = DriverManager.getConnection(url)) {
            keys = Loader.roche(connection, sizes);
        }
        add(
                ROCHE,
                server,
                EnumSet.allOf(Task.class),
                () -> jdbc(url + "?durability=buffered", Dialect.ROCHE, keys, false));
        add(ROCHE_STRONG, server, WRITES, () -> jdbc(url + "?durability=strong", Dialect.ROCHE, keys, false));
        String avatica = "jdbc:avatica:remote:url=http://127.0.0.1:" + server.secondPort()
                + ";serialization=protobuf;timeZone=UTC";
        add(AVATICA, server, EnumSet.allOf(Task.class), () -> jdbc(avatica, Dialect.ROCHE, keys, true));
        return "";
    }

    private static Client jdbc(String url, Dialect dialect, Keys keys, boolean fetchSize) throws SQLException {
        return new JdbcClient(DriverManager.getConnection(url), dialect, keys, fetchSize);
    }

    private String h2() throws Exception {
        Server server = jvm("h2", "H2 " + org.h2.engine.Constants.VERSION);
        String url =
                "jdbc:h2:tcp://127.0.0.1:" + server.port() + "/./bench;OPTIMIZE_REUSE_RESULTS=0;LAZY_QUERY_EXECUTION=1";
        Keys keys;
        try (Connection connection = DriverManager.getConnection(url)) {
            keys = Loader.h2(connection, sizes);
        }
        add(H2, server, EnumSet.allOf(Task.class), () -> jdbc(url, Dialect.H2, keys, true));
        return "";
    }

    private String postgresql() throws Exception {
        Optional<Path> initdb = Server.find("initdb", POSTGRESQL_DIRECTORIES);
        Optional<Path> postgres = Server.find("postgres", POSTGRESQL_DIRECTORIES);
        if (initdb.isEmpty() || postgres.isEmpty()) {
            return "not installed";
        }
        List<String> as = asOther();
        Path home = home("postgresql");
        Path data = Files.createDirectory(home.resolve("data"));
        if (!as.isEmpty()) {
            Server.run(List.of("chown", "postgres", data.toString()), TOOL_LIMIT);
        }
        Server.run(
                command(
                        as,
                        initdb.get(),
                        "-D",
                        data.toString(),
                        "-U",
                        "bench",
                        "-A",
                        "trust",
                        "-E",
                        "UTF8",
                        "--locale=C"),
                TOOL_LIMIT);
        int port = Server.freePort();
        String version = Server.run(List.of(postgres.get().toString(), "--version"), TOOL_LIMIT);
        List<String> command = command(
                as,
                postgres.get(),
                "-D",
                data.toString(),
                "-p",
                Integer.toString(port),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories=",
                "-c",
                "max_connections=150",
                "-c",
                "shared_buffers=512MB",
                "-c",
                "max_wal_size=4GB");
        Server server = Server.program(command, port, home, version.replace("postgres (PostgreSQL)", "PostgreSQL"));
        servers.add(server);
        String url = "jdbc:postgresql://127.0.0.1:" + port
                + "/postgres?user=bench&socketTimeout=20&reWriteBatchedInserts=true&options=-c%20synchronous_commit%3D";
        Keys keys;
        try (Connection connection = connect(url + "off", server)) {
            keys = Loader.postgresql(connection, sizes);
        }
        add(POSTGRESQL, server, EnumSet.allOf(Task.class), () -> jdbc(url + "off", Dialect.POSTGRESQL, keys, true));
        add(POSTGRESQL_ON, server, WRITES, () -> jdbc(url + "on", Dialect.POSTGRESQL, keys, true));
        return "";
    }

    /** Returns what begins a command that must not be run by root: nothing for others. */
    private static List<String> asOther() throws Exception {
        if (!Server.run(List.of("id", "-u"), TOOL_LIMIT).equals("0")) {
            return List.of();
        }
        Optional<Path> setpriv = Server.find("setpriv");
        if (setpriv.isEmpty()) {
            throw new IOException("it does not run as root, and there is no setpriv");
        }
        return List.of(setpriv.get().toString(), "--reuid=postgres", "--regid=postgres", "--init-groups", "--");
    }

    private static List<String> command(List<String> before, Path program, String... arguments) {
        List<String> all = new ArrayList<>(before);
        all.add(program.toString());
        all.addAll(List.of(arguments));
        return all;
    }

    /** Connects to a server that may still be starting. */
    private static Connection connect(String url, Server server) throws SQLException, InterruptedException {
        long startNanos = System.nanoTime();
        while (true) {
            try {
                return DriverManager.getConnection(url);
            } catch (SQLException e) {
                if (!server.isAlive() || (System.nanoTime() - startNanos) / 1_000_000 > ANSWER_MILLIS_MAX) {
                    throw e;
                }
                Thread.sleep(100);
            }
        }
    }

    private String redis() throws Exception {
        Optional<Path> program = Server.find("redis-server", "/usr/local/bin", "/usr/bin");
        if (program.isEmpty()) {
            return "not installed";
        }
        Path home = home("redis");
        int port = Server.freePort();
        String version = Server.run(List.of(program.get().toString(), "--version"), TOOL_LIMIT);
        Server server = Server.program(
                List.of(
                        program.get().toString(),
                        "--port",
                        Integer.toString(port),
                        "--bind",
                        "127.0.0.1",
                        "--dir",
                        home.toString(),
                        "--save",
                        "",
                        "--appendonly",
                        "yes",
                        "--appendfsync",
                        "everysec"),
                port,
                home,
                "Redis " + version.replaceAll(".*v=(\\S+).*", "$1"));
        servers.add(server);
        try (RedisClient client = redisClient(server, true)) {
            client.load();
        }
        add(
                REDIS,
                server,
                EnumSet.complementOf(EnumSet.of(Task.STREAM)),
                () -> new RedisClient(port, false, sizes.records()));
        add(
                REDIS_PIPELINE,
                server,
                EnumSet.of(Task.GET_MANY, Task.PUT_MANY),
                () -> new RedisClient(port, true, sizes.records()));
        return "";
    }

    private RedisClient redisClient(Server server, boolean pipelined) throws InterruptedException {
        long startNanos = System.nanoTime();
        while (true) {
            try {
                return new RedisClient(server.port(), pipelined, sizes.records());
            } catch (redis.clients.jedis.exceptions.JedisConnectionException e) {
                if (!server.isAlive() || (System.nanoTime() - startNanos) / 1_000_000 > ANSWER_MILLIS_MAX) {
                    throw e;
                }
                Thread.sleep(100);
            }
        }
    }

    @Override
    public void close() {
        servers.forEach(Server::close);
    }
}
