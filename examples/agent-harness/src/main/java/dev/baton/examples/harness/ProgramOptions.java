package dev.baton.examples.harness;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The command-line options of a program, each a {@code --name} followed by a value. */
final class ProgramOptions {
    private final Map<String, String> values = new HashMap<>();

    private ProgramOptions() {}

    /**
     * Parses the arguments.
     *
     * @throws IllegalArgumentException if an option is unknown or has no value
     */
    static ProgramOptions read(String[] args, Set<String> known) {
        ProgramOptions options = new ProgramOptions();
        for (int i = 0; i < args.length; i += 2) {
            if (!known.contains(args[i])) {
                throw new IllegalArgumentException("unknown option " + args[i] + "; known options: " + sorted(known));
            }
            if (i + 1 == args.length) {
                throw new IllegalArgumentException(args[i] + " requires a value");
            }
            options.values.put(args[i], args[i + 1]);
        }
        return options;
    }

    String text(String name, String defaultValue) {
        return values.getOrDefault(name, defaultValue);
    }

    /** Returns the number, or the default if the option is missing. */
    int number(String name, int defaultValue) {
        return values.containsKey(name) ? number(name) : defaultValue;
    }

    /** Returns the number of a required option. */
    int number(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name + " is required");
        }
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(name + " must be a number, but is " + value, notANumber);
        }
    }

    private static String sorted(Set<String> known) {
        return String.join(" ", known.stream().sorted().toList());
    }
}
