package dev.baton.examples.harness;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The command-line options of a program, each a {@code --name} followed by a value. A program exits with 2 if they are
 * invalid, and with 3 on an I/O error such as an unreachable relay.
 */
final class ProgramOptions {
    private final Map<String, String> values = new HashMap<>();

    /** The body of a program. */
    interface Program {
        void run(ProgramOptions options) throws IOException, InterruptedException;
    }

    private ProgramOptions(String[] args, Set<String> known) {
        for (int i = 0; i < args.length; i += 2) {
            if (!known.contains(args[i])) {
                throw new IllegalArgumentException("unknown option " + args[i] + "; known options: " + sorted(known));
            }
            if (i + 1 == args.length) {
                throw new IllegalArgumentException(args[i] + " requires a value");
            }
            values.put(args[i], args[i + 1]);
        }
    }

    /** Runs a program with its options. */
    static void run(String[] args, Set<String> known, Program program) throws InterruptedException {
        try {
            program.run(new ProgramOptions(args, known));
        } catch (IllegalArgumentException invalid) {
            exit(2, invalid);
        } catch (IOException unreachable) {
            exit(3, unreachable);
        }
    }

    private static void exit(int code, Exception cause) {
        System.err.println(cause.getMessage());
        System.exit(code);
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
