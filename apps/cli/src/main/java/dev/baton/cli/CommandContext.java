package dev.baton.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/**
 * What a command finds around it.
 *
 * @param terminal whether {@code out} is a terminal
 */
record CommandContext(PrintStream out, PrintStream err, Map<String, String> environment, boolean terminal) {

    private static final NonBlockingStream ERR = new NonBlockingStream(new FileOutputStream(FileDescriptor.err));

    /** Those of this process; the launcher tells whether stdout is a terminal. */
    static CommandContext ofThisProcess() {
        // The log goes the same way.
        System.setErr(new PrintStream(ERR, true, StandardCharsets.UTF_8));
        // UTF-8 whatever the locale: JSON is UTF-8, and names are ASCII anyway.
        return new CommandContext(
                new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8),
                System.err,
                System.getenv(),
                Boolean.getBoolean("baton.terminal"));
    }

    /** Lets the last words on stderr out, unless nobody reads them. */
    static void speakOut() {
        ERR.awaitWritten(Duration.ofSeconds(1));
    }

    /** Whether colours are welcome. */
    boolean colours() {
        return terminal && environment.getOrDefault("NO_COLOR", "").isEmpty();
    }

    /** A line on stderr that says who speaks. */
    void complain(String message) {
        err.println("baton: " + message);
    }
}
