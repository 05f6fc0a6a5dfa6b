package dev.baton.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The streams and the environment of a command.
 *
 * @param terminal whether {@code out} is a terminal
 */
record CommandContext(PrintStream out, PrintStream err, Map<String, String> environment, boolean terminal) {

    private static final NonBlockingStream ERR = new NonBlockingStream(new FileOutputStream(FileDescriptor.err));

    /** Returns the context of this process. The launcher passes on whether stdout is a terminal. */
    static CommandContext ofThisProcess() {
        // The logger writes to System.err.
        System.setErr(new PrintStream(ERR, true, StandardCharsets.UTF_8));
        // JSON is UTF-8 in every locale.
        return new CommandContext(
                new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8),
                System.err,
                System.getenv(),
                Boolean.getBoolean("baton.terminal"));
    }

    /** Waits until stderr is written, but not for long: its reader may have stopped reading. */
    static void flushErrors() {
        ERR.awaitWritten(Duration.ofSeconds(1));
    }

    /** Returns whether to print in colour. */
    boolean colours() {
        return terminal && variable("NO_COLOR").isEmpty();
    }

    /** Returns the value of an environment variable, if it is set and not empty. */
    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
    }

    /** Prints an error on stderr. */
    void error(String message) {
        err.println("baton: " + message);
    }
}
