package dev.baton.examples.harness;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The options of a program's command line, each a name with two dashes and a value. */
final class ProgramOptions {
    private final Map<String, String> values = new HashMap<>();

    private ProgramOptions() {}

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException when one is unknown or has no value
     */
    static ProgramOptions read(String[] args, Set<String> known) {
        ProgramOptions options = new ProgramOptions();
        for (int i = 0; i < args.length; i += 2) {
            if (!known.contains(args[i])) {
                throw new IllegalArgumentException("unknown option " + args[i] + "; there is " + sorted(known));
            }
            if (i + 1 == args.length) {
                throw new IllegalArgumentException(args[i] + " needs a value");
            }
            options.values.put(args[i], args[i + 1]);
        }
        return options;
    }

    String text(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    /** A number that may be missing. */
    int number(String name, int otherwise) {
        return values.containsKey(name) ? number(name) : otherwise;
    }

    /** A number that has to be there. */
    int number(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(name + " has to be a number, but is " + value, notANumber);
        }
    }

    private static String sorted(Set<String> known) {
        return String.join(" ", known.stream().sorted().toList());
    }
}
