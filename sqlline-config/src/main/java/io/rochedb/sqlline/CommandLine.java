package io.rochedb.sqlline;

import io.rochedb.sqlline.Command.Option;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A command with the options it was given.
 *
 * @param command the command
 * @param values arguments by option name, in order; a flag has one empty argument
 * @param operands words that are no option
 */
record CommandLine(Command command, Map<String, List<String>> values, List<String> operands) {
    private static final String HELP_HINT = "; see: roche help";

    /** Parses arguments; what does not fit is a usage error that names the nearest known word. */
    static CommandLine parse(List<String> arguments) {
        if (arguments.isEmpty()) {
            throw ShellException.usage("a command is missing: " + String.join(", ", Command.words()) + HELP_HINT);
        }
        String word = arguments.get(0);
        if (word.equals("--help") || word.equals("-h")) {
            return new CommandLine(Command.HELP, Map.of(), arguments.subList(1, arguments.size()));
        }
        if (word.equals("--version")) {
            return new CommandLine(Command.VERSION, Map.of(), List.of());
        }
        Command command = Command.of(word)
                .orElseThrow(() -> ShellException.usage(
                        "unknown command '" + word + "'" + Nearest.hint(word, Command.words()) + HELP_HINT));
        List<String> rest = arguments.subList(1, arguments.size());
        if (rest.contains("--help") || rest.contains("-h")) {
            return new CommandLine(Command.HELP, Map.of(), List.of(command.word()));
        }
        return parseOptions(command, rest);
    }

    private static CommandLine parseOptions(Command command, List<String> arguments) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        List<String> operands = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (!argument.startsWith("-") || argument.equals("-")) {
                operands.add(argument);
                continue;
            }
            int equals = argument.startsWith("--") ? argument.indexOf('=') : -1;
            String name = equals < 0 ? argument : argument.substring(0, equals);
            Option option = command.option(name).orElseThrow(() -> unknown(command, name));
            String value = "";
            if (option.isFlag()) {
                if (equals >= 0) {
                    throw ShellException.usage(name + " takes no argument" + HELP_HINT + " " + command.word());
                }
            } else if (equals >= 0) {
                value = argument.substring(equals + 1);
            } else if (++i < arguments.size()) {
                value = arguments.get(i);
            } else {
                throw ShellException.usage(name + " needs an argument: " + name + " " + option.argument() + HELP_HINT
                        + " " + command.word());
            }
            List<String> given = values.computeIfAbsent(name, key -> new ArrayList<>());
            if (!given.isEmpty() && !option.repeated()) {
                throw ShellException.usage(name + " is given twice" + HELP_HINT + " " + command.word());
            }
            given.add(value);
        }
        if (!operands.isEmpty() && !command.takesOperands()) {
            throw ShellException.usage("'" + operands.get(0) + "' is no option of roche " + command.word() + HELP_HINT
                    + " " + command.word());
        }
        return new CommandLine(command, values, operands);
    }

    private static ShellException unknown(Command command, String name) {
        List<String> names = command.options().stream().map(Option::name).toList();
        return ShellException.usage("unknown option " + name + " of roche " + command.word() + Nearest.hint(name, names)
                + HELP_HINT + " " + command.word());
    }

    boolean has(String option) {
        return values.containsKey(option);
    }

    Optional<String> value(String option) {
        return all(option).stream().findFirst();
    }

    List<String> all(String option) {
        return values.getOrDefault(option, List.of());
    }

    String required(String option) {
        return value(option)
                .orElseThrow(() -> ShellException.usage(option + " is missing" + HELP_HINT + " " + command.word()));
    }

    /** Returns an option's whole number within bounds. */
    long number(String option, long fallback, long min, long max) {
        Optional<String> text = value(option);
        if (text.isEmpty()) {
            return fallback;
        }
        try {
            long number = Long.parseLong(text.get());
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // the message below says what is expected
        }
        throw ShellException.usage(
                option + " must be a whole number in " + min + ".." + max + ", not '" + text.get() + "'");
    }
}
