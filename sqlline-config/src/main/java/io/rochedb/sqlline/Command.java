package io.rochedb.sqlline;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The closed list of commands with the options each takes: parsing, help and suggestions derive from it. */
enum Command {
    DEMO(
            "import the sample corpora into a demo store and run the demo script",
            Option.flag("--batch", "no prompt afterwards"),
            Option.flag("--reset", "begin with a new store"),
            Option.value(
                    "--store",
                    "DIR",
                    "where the store is (sqlline-config/target/demo-store; of the one jar, ./rochedb-demo)")),
    SQL(
            "run statements, or talk to a store when neither -e nor -f is given",
            Option.value("--url", "URL", "the store, e.g. jdbc:roche:./data (jdbc:roche:mem:)"),
            Option.repeated("-e", "SQL", "run these statements, separated by ';'"),
            Option.value("-f", "FILE", "run a file of statements; stops at the first error; - is standard input"),
            Option.value("--format", "table|csv|json", "how rows are written (table)"),
            Option.flag("--scan", "one JSON line of counters on standard error after each statement")),
    IMPORT(
            "import a file of JSON lines or CSV, gzip or not",
            Option.value("--url", "URL", "the store"),
            Option.value("--file", "F", "the file, of JSON lines"),
            Option.value("--csv", "F", "the file, of CSV"),
            Option.value("--ring", "TEMPLATE", "CSV: the ring, or one by columns: 'sales/{country}' (imported)"),
            Option.value("--types", "LIST", "CSV: types of columns: 'amount DECIMAL(10,2), day DATE'"),
            Option.value("--columns", "LIST", "CSV: names of the columns, in place of the header's"),
            Option.flag("--no-header", "CSV: the first record is no header"),
            Option.value("--delimiter", "C", "CSV: between fields (,)"),
            Option.value("--quote", "C", "CSV: around fields (\")"),
            Option.value("--null", "TEXT", "CSV: what stands for NULL besides nothing"),
            Option.value("--encoding", "NAME", "CSV: the character set (UTF-8)"),
            Option.value("--ring-field", "PATH", "the field that names the ring"),
            Option.value("--ring-prefix", "P", "put before every ring name"),
            Option.value("--payload-field", "PATH", "the field that is the document (the whole line)"),
            Option.value("--vector-field", "PATH", "the field that is the vector"),
            Option.value("--default-ring", "RING", "the ring of lines that name none (imported)"),
            Option.value("--batch-size", "N", "records a transaction (1000)"),
            Option.value("--rejects", "F", "where refused lines go, with number and reason"),
            Option.value("--max-rejects", "N", "stop with an error after that many")),
    DUMP(
            "write every ring and record as JSON lines (rochedb.dump.v1)",
            Option.value("--url", "URL", "the store"),
            Option.value("--out", "F", "the file; gzip when it ends in .gz")),
    BACKUP(
            "copy a store into a directory of backups, beside those that are there, also while it is written",
            Option.value("--from", "DIR", "the directory of a store that nobody has open"),
            Option.value("--url", "URL", "a store that is open: its process writes the backup"),
            Option.value("--to", "DIR", "the directory of backups; what the one before has is not copied again"),
            Option.flag("--encrypt", "encrypt the backups of a new directory, or add to encrypted ones"),
            Option.value("--password-file", "F", "the file whose first line is their password")),
    VERIFY(
            "DIR: compare every file of a directory of backups with what was written, and open the newest",
            Option.value("--password-file", "F", "the file with the password of encrypted backups")),
    CHECK("DIR: read everything a store that nobody has open holds, and compare it with what it says of itself"),
    RESTORE(
            "make a store out of the newest backup, which is verified first",
            Option.value("--from", "DIR", "the directory of backups"),
            Option.value("--to", "DIR", "the directory of the store: a new or an empty one"),
            Option.value("--password-file", "F", "the file with the password of encrypted backups"),
            Option.value("--until", "VERSION|TIME", "not supported yet")),
    INFO("DIR: tell what a store is and holds, or who has it open"),
    UPGRADE(
            "bring a store that nobody has open to the format of this version, after a check and a backup",
            Option.value("--data", "DIR", "the directory of the store"),
            Option.value("--backup", "DIR", "the directory of backups"),
            Option.value("--password-file", "F", "the file with the password of encrypted backups")),
    SERVER(
            "serve stores to other processes, until SIGTERM",
            Option.value("--data", "DIR", "the directory of the store named main"),
            Option.repeated("--galaxy", "NAME=DIR", "one more store, under a name of its own"),
            Option.value("--listen", "ADDR", "address to listen on (127.0.0.1)"),
            Option.value("--tcp", "PORT", "port of the TCP door (7301); none for no such door"),
            Option.value("--http", "PORT", "port of the HTTP door; none unless given"),
            Option.flag("--insecure-local", "let everybody of this machine in, without password"),
            Option.value("--config", "FILE", "settings, as properties"),
            Option.repeated("--set", "KEY=VALUE", "one setting, as in the file"),
            Option.flag("--check-config", "say whether the settings are good, and end")),
    USER(
            "add NAME | list | remove NAME | password NAME: the users of a store that is not being served",
            Option.value("--data", "DIR", "the directory of the store"),
            Option.value("--role", "ROLE", "reader, writer or admin (reader)"),
            Option.value("--password-file", "F", "file with the password (the terminal, or standard input)")),
    VERSION("show the version"),
    HELP("show this help, or that of a command");

    /** Options that any command that opens a store takes. */
    private static final List<Option> COMMON = List.of(
            Option.value("--config", "FILE", "properties to read (./roche.properties when it exists)"),
            Option.repeated("--property", "KEY=VALUE", "set a key of the URL"));

    /**
     * One option.
     *
     * @param name with its dashes
     * @param argument name of its argument, empty for a flag
     * @param repeated whether it may be given more than once
     * @param description one line of help
     */
    record Option(String name, String argument, boolean repeated, String description) {
        static Option flag(String name, String description) {
            return new Option(name, "", false, description);
        }

        static Option value(String name, String argument, String description) {
            return new Option(name, argument, false, description);
        }

        static Option repeated(String name, String argument, String description) {
            return new Option(name, argument, true, description);
        }

        boolean isFlag() {
            return argument.isEmpty();
        }
    }

    private final String description;
    private final List<Option> options;

    Command(String description, Option... options) {
        this.description = description;
        this.options = List.of(options);
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    String description() {
        return description;
    }

    List<Option> options() {
        if (this == VERSION
                || this == HELP
                || this == DEMO
                || this == SERVER
                || this == VERIFY
                || this == CHECK
                || this == RESTORE) {
            return options;
        }
        List<Option> all = new ArrayList<>(options);
        all.addAll(COMMON);
        return all;
    }

    /** Returns whether words that are no option belong to it. */
    boolean takesOperands() {
        return this == HELP || this == USER || this == VERIFY || this == CHECK || this == INFO;
    }

    Optional<Option> option(String name) {
        return options().stream().filter(option -> option.name().equals(name)).findFirst();
    }

    static Optional<Command> of(String word) {
        for (Command command : values()) {
            if (command.word().equals(word)) {
                return Optional.of(command);
            }
        }
        return Optional.empty();
    }

    static List<String> words() {
        List<String> words = new ArrayList<>();
        for (Command command : values()) {
            words.add(command.word());
        }
        return words;
    }

    /** Returns the help of this command. */
    String help() {
        StringBuilder text = new StringBuilder("roche " + word() + ": " + description + "\n");
        for (Option option : options()) {
            String left = option.name() + (option.isFlag() ? "" : " " + option.argument());
            text.append(String.format(
                    Locale.ROOT,
                    "  %-24s %s%s%n",
                    left,
                    option.description(),
                    option.repeated() ? " (repeatable)" : ""));
        }
        return text.toString();
    }

    /** Returns the help of all commands. */
    static String helpAll() {
        StringBuilder text = new StringBuilder("usage: roche COMMAND [OPTIONS]\n\n");
        for (Command command : values()) {
            text.append(String.format(Locale.ROOT, "  %-8s %s%n", command.word(), command.description));
        }
        text.append('\n');
        for (Command command :
                List.of(DEMO, SQL, IMPORT, DUMP, BACKUP, VERIFY, RESTORE, CHECK, INFO, UPGRADE, SERVER, USER)) {
            text.append(command.help()).append('\n');
        }
        text.append(
                        "Configuration: flag, then ROCHE_* environment (ROCHE_URL, ROCHE_DURABILITY, …), then roche.properties\n")
                .append("(url, format, history and the keys of the URL), then the default.\n")
                .append("Exit status: 0 ok, 1 statement failed, 2 usage, 3 cannot connect or locked, 4 corrupt,\n")
                .append("5 imported with rejects, 78 configuration, 143 stopped by SIGTERM after draining.\n");
        return text.toString();
    }
}
