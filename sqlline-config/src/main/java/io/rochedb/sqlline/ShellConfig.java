package io.rochedb.sqlline;

import java.io.IOException;
import java.io.Reader;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * What the shell was configured with: flag, then {@code ROCHE_*} environment, then {@code roche.properties}, then the default.
 *
 * <p>Keys are {@code url}, {@code format}, {@code history} and the keys of the URL; {@code memoryBudget} is {@code ROCHE_MEMORY_BUDGET} in the
 * environment. An unknown key is an error. Secrets come from files only ({@code passwordFile}).
 */
final class ShellConfig {
    static final String URL_PREFIX = "jdbc:roche:";
    private static final String FILE = "roche.properties";
    private static final String ENVIRONMENT_PREFIX = "ROCHE_";
    private static final List<String> SHELL_KEYS = List.of("url", "format", "history");
    /** Variables of the launcher, which reads them itself. */
    private static final List<String> LAUNCHER_VARIABLES = List.of("ROCHE_JAVA_OPTS", "ROCHE_CONFIG");

    private final Map<String, String> values;
    private final Map<String, String> overrides;

    private ShellConfig(Map<String, String> values, Map<String, String> overrides) {
        this.values = values;
        this.overrides = overrides;
    }

    /** Reads the sources of a command; the known keys of the URL are asked of the driver. */
    static ShellConfig read(CommandLine line, Console console) {
        return read(line, console, urlKeys());
    }

    static ShellConfig read(CommandLine line, Console console, Collection<String> urlKeys) {
        List<String> known = new ArrayList<>(SHELL_KEYS);
        known.addAll(urlKeys);
        Map<String, String> values = new TreeMap<>();
        Optional<String> named = line.value("--config")
                .or(() -> Optional.ofNullable(console.environment().get("ROCHE_CONFIG")));
        Path file = console.directory().resolve(named.orElse(FILE));
        if (named.isPresent() || Files.exists(file)) {
            values.putAll(readFile(file, known));
        }
        values.putAll(readEnvironment(console.environment(), known));
        Map<String, String> overrides = new TreeMap<>();
        for (String property : line.all("--property")) {
            int equals = property.indexOf('=');
            if (equals < 1) {
                throw ShellException.usage("--property takes KEY=VALUE, not '" + property + "'");
            }
            String key = property.substring(0, equals);
            checkKey(key, urlKeys, "--property");
            overrides.put(key, property.substring(equals + 1));
        }
        return new ShellConfig(values, overrides);
    }

    private static Map<String, String> readFile(Path file, Collection<String> known) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException failure) {
            throw ShellException.configuration("cannot read " + file + ": " + failure);
        }
        Map<String, String> values = new TreeMap<>();
        for (String key : properties.stringPropertyNames()) {
            checkKey(key, known, file.toString());
            values.put(key, properties.getProperty(key));
        }
        return values;
    }

    private static Map<String, String> readEnvironment(Map<String, String> environment, Collection<String> known) {
        Map<String, String> byVariable = new TreeMap<>();
        for (String key : known) {
            byVariable.put(variable(key), key);
        }
        Map<String, String> values = new TreeMap<>();
        environment.forEach((variable, value) -> {
            if (!variable.startsWith(ENVIRONMENT_PREFIX)
                    || variable.startsWith(ServerCommand.ENVIRONMENT_PREFIX)
                    || LAUNCHER_VARIABLES.contains(variable)) {
                return;
            }
            String key = byVariable.get(variable);
            if (key == null) {
                List<String> variables = new ArrayList<>(byVariable.keySet());
                variables.addAll(LAUNCHER_VARIABLES);
                throw ShellException.configuration("the environment has an unknown variable " + variable
                        + Nearest.hint(variable, variables) + "; unset it");
            }
            checkKey(key, known, variable);
            values.put(key, value);
        });
        return values;
    }

    private static void checkKey(String key, Collection<String> known, String source) {
        if (!known.contains(key)) {
            throw ShellException.configuration(source + ": unknown key '" + key + "'" + Nearest.hint(key, known));
        }
        if (key.toLowerCase(Locale.ROOT).endsWith("password")) {
            throw ShellException.configuration(
                    source + ": '" + key + "' would show a secret; name a file with " + key + "File");
        }
    }

    /** Returns the environment variable of a key: {@code memoryBudget} is {@code ROCHE_MEMORY_BUDGET}. */
    static String variable(String key) {
        return ENVIRONMENT_PREFIX + key.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT);
    }

    private static List<String> urlKeys() {
        String url = URL_PREFIX + "mem:";
        try {
            Driver driver = DriverManager.getDriver(url);
            List<String> keys = new ArrayList<>();
            for (DriverPropertyInfo info : driver.getPropertyInfo(url, new Properties())) {
                keys.add(info.name);
            }
            return keys;
        } catch (SQLException failure) {
            throw ShellException.configuration(
                    "the driver of jdbc:roche: is not on the class path: " + failure.getMessage());
        }
    }

    /** Returns a key of the shell: the flag's value when there is one, else the configured one. */
    Optional<String> get(String key, Optional<String> flag) {
        return flag.or(() -> Optional.ofNullable(values.get(key)));
    }

    /** Returns the URL to open: that of the flag or the configuration, completed with the keys it does not carry itself. */
    Optional<String> url(Optional<String> flag) {
        return get("url", flag).map(this::complete);
    }

    /** Returns the keys of the URL that are configured, with their values. */
    Map<String, String> urlSettings() {
        Map<String, String> settings = new TreeMap<>(values);
        settings.keySet().removeAll(SHELL_KEYS);
        settings.putAll(overrides);
        return settings;
    }

    /** Completes a URL with configured keys; those given by {@code --property} win over the URL's own. */
    String complete(String url) {
        if (!url.startsWith(URL_PREFIX)) {
            throw ShellException.usage(
                    "'" + url + "' is no URL of a store; it begins with " + URL_PREFIX + ", e.g. jdbc:roche:./data");
        }
        int question = url.indexOf('?');
        String base = question < 0 ? url : url.substring(0, question);
        List<String> query = new ArrayList<>();
        Map<String, String> added = new TreeMap<>(values);
        added.keySet().removeAll(SHELL_KEYS);
        added.putAll(overrides);
        if (question >= 0 && question + 1 < url.length()) {
            for (String pair : url.substring(question + 1).split("&", -1)) {
                String key = pair.substring(0, Math.max(0, pair.indexOf('=') < 0 ? pair.length() : pair.indexOf('=')));
                if (!overrides.containsKey(key)) {
                    query.add(pair);
                    added.remove(key);
                }
            }
        }
        added.forEach((key, value) -> query.add(key + "=" + encode(value)));
        return query.isEmpty() ? base : base + "?" + String.join("&", query);
    }

    private static String encode(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
