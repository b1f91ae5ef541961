package io.rochedb.sqlline;

import io.rochedb.server.ServerConfig;
import io.rochedb.server.ServerKey;
import io.rochedb.server.ServerProcess;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/** {@code roche server}: serves stores to other processes until it is told to stop. */
final class ServerCommand {
    /** Variables of the environment that are settings of a server. */
    static final String ENVIRONMENT_PREFIX = "ROCHE_SERVER_";

    private static final String DEFAULT_GALAXY = "galaxy.main";

    private ServerCommand() {}

    static int run(CommandLine line, Console console) throws IOException {
        ServerConfig config = config(line, console);
        if (line.has("--check-config")) {
            try {
                ServerProcess.check(config);
            } catch (IllegalArgumentException wrong) {
                throw ShellException.configuration(String.valueOf(wrong.getMessage()));
            }
            console.out().print(describe(config));
            return ExitCode.OK;
        }
        ServerLogHandler log =
                ServerLogHandler.install(console.err(), "json".equals(config.text(ServerKey.LOG_FORMAT)));
        try {
            ServerProcess server = start(config);
            server.notices().forEach(notice -> console.err().print("roche: " + notice + "\n"));
            console.out().print(server.describe());
            console.out().flush();
            server.awaitClose();
            return ExitCode.OK;
        } finally {
            log.uninstall();
        }
    }

    private static ServerProcess start(ServerConfig config) throws IOException {
        try {
            return ServerProcess.start(config);
        } catch (IllegalArgumentException wrong) {
            throw ShellException.configuration(String.valueOf(wrong.getMessage()));
        } catch (ServerProcess.NotOpenedException failure) {
            throw new ShellException(ExitCode.CANNOT_CONNECT, String.valueOf(failure.getMessage()));
        }
    }

    /** Collects the settings: flags, then the environment, then the file. */
    static ServerConfig config(CommandLine line, Console console) {
        Map<String, String> texts = new TreeMap<>();
        Optional<Path> file = line.value("--config").map(console.directory()::resolve);
        file.ifPresent(path -> texts.putAll(readFile(path)));
        texts.putAll(readEnvironment(console.environment()));
        line.value("--data").ifPresent(directory -> texts.put(DEFAULT_GALAXY, directory));
        for (String galaxy : line.all("--galaxy")) {
            int equals = galaxy.indexOf('=');
            if (equals < 1) {
                throw ShellException.usage("--galaxy takes NAME=DIR, not '" + galaxy + "'");
            }
            texts.put("galaxy." + galaxy.substring(0, equals), galaxy.substring(equals + 1));
        }
        line.value("--listen").ifPresent(address -> texts.put(ServerKey.LISTEN.key(), address));
        line.value("--tcp").ifPresent(port -> texts.put(ServerKey.TCP_PORT.key(), port));
        line.value("--http").ifPresent(port -> texts.put(ServerKey.HTTP_PORT.key(), port));
        if (line.has("--insecure-local")) {
            texts.put(ServerKey.INSECURE_LOCAL.key(), "true");
        }
        for (String setting : line.all("--set")) {
            int equals = setting.indexOf('=');
            if (equals < 1) {
                throw ShellException.usage("--set takes KEY=VALUE, not '" + setting + "'");
            }
            texts.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        checkKeys(texts);
        try {
            return ServerConfig.of(texts, console.directory());
        } catch (IllegalArgumentException wrong) {
            throw ShellException.configuration(String.valueOf(wrong.getMessage()));
        }
    }

    private static Map<String, String> readFile(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException failure) {
            throw ShellException.configuration("cannot read " + file + ": " + failure);
        }
        Map<String, String> texts = new TreeMap<>();
        properties.stringPropertyNames().forEach(key -> texts.put(key, properties.getProperty(key)));
        return texts;
    }

    private static Map<String, String> readEnvironment(Map<String, String> environment) {
        Map<String, String> byVariable = new TreeMap<>();
        for (ServerKey key : ServerKey.values()) {
            byVariable.put(ENVIRONMENT_PREFIX + key.name(), key.key());
        }
        Map<String, String> texts = new TreeMap<>();
        environment.forEach((variable, value) -> {
            if (variable.startsWith(ENVIRONMENT_PREFIX)) {
                String key = byVariable.get(variable);
                if (key == null) {
                    throw ShellException.configuration("the environment has an unknown variable " + variable
                            + Nearest.hint(variable, byVariable.keySet()) + "; unset it");
                }
                texts.put(key, value);
            }
        });
        return texts;
    }

    private static void checkKeys(Map<String, String> texts) {
        List<String> known = new ArrayList<>();
        for (ServerKey key : ServerKey.values()) {
            known.add(key.key());
        }
        for (String key : texts.keySet()) {
            if (!key.startsWith("galaxy.") && !known.contains(key)) {
                throw ShellException.configuration("unknown key '" + key + "'" + Nearest.hint(key, known));
            }
        }
    }

    /** Returns every setting as it would be used, a line each. */
    private static String describe(ServerConfig config) {
        StringBuilder text = new StringBuilder("the configuration is good\n");
        new TreeMap<>(config.galaxies())
                .forEach((name, path) -> text.append("galaxy.")
                        .append(name)
                        .append('=')
                        .append(path)
                        .append('\n'));
        for (ServerKey key : ServerKey.values()) {
            String value = config.text(key);
            if (value != null) {
                text.append(key.key()).append('=').append(value).append('\n');
            }
        }
        return text.toString();
    }
}
