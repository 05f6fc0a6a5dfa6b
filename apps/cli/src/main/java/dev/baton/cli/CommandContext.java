package dev.baton.cli;

import dev.baton.file.posix.TerminalSize;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The streams and the environment of a command.
 *
 * @param terminal whether {@code out} is a terminal
 * @param size reads the size of the terminal; empty if it is not known
 */
record CommandContext(
        PrintStream out,
        PrintStream err,
        Map<String, String> environment,
        boolean terminal,
        Supplier<Optional<TerminalSize>> size) {

    private static final NonBlockingStream ERR = new NonBlockingStream(new FileOutputStream(FileDescriptor.err));

    /** Creates a context with the size of the terminal at the start, which the launcher passes on. */
    CommandContext(PrintStream out, PrintStream err, Map<String, String> environment, boolean terminal) {
        this(out, err, environment, terminal, CommandContext::sizeAtStart);
    }

    private static Optional<TerminalSize> sizeAtStart() {
        int rows = Integer.getInteger("baton.rows", 0);
        int columns = Integer.getInteger("baton.columns", 0);
        return rows > 0 && columns > 0 ? Optional.of(new TerminalSize(rows, columns)) : Optional.empty();
    }

    /** Returns this context with the size that the terminal has at each moment. */
    CommandContext withCurrentSize() {
        Supplier<Optional<TerminalSize>> current = () -> TerminalSize.ofStdout().or(size);
        return new CommandContext(out, err, environment, terminal, current);
    }

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

    /** Returns the width of the terminal; without limit if stdout is none, or its width is not known. */
    int columns() {
        int width = variable("COLUMNS")
                .filter(text -> text.matches("[0-9]{1,5}"))
                .map(Integer::valueOf)
                .orElseGet(() -> size.get().map(TerminalSize::columns).orElse(0));
        return terminal && width > 0 ? width : Integer.MAX_VALUE;
    }

    /** Returns the height of the terminal; without limit if it is not known. */
    int rows() {
        return terminal ? size.get().map(TerminalSize::rows).orElse(Integer.MAX_VALUE) : Integer.MAX_VALUE;
    }

    /** Returns whether to print symbols. In a locale without UTF-8, the launcher sets {@code BATON_LC_ALL}. */
    boolean symbols() {
        return terminal && variable("BATON_LC_ALL").isEmpty();
    }

    /** Returns the text in a colour if stdout has colours. */
    String paint(TextColour colour, String text) {
        return colours() ? colour.paint(text) : text;
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
