package dev.baton.cli;

import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Single keys that are typed on a terminal, without Enter and without echo. Ctrl-C stays a signal. */
final class TerminalKeys implements AutoCloseable {
    private final BlockingQueue<Character> typed = new LinkedBlockingQueue<>();
    private final String savedMode;

    private TerminalKeys(String savedMode) {
        this.savedMode = savedMode;
    }

    /** Returns the keys of the terminal on stdin; empty if stdin is none, or there is no {@code stty}. */
    static Optional<TerminalKeys> open() throws InterruptedException {
        Optional<String> mode = stty("-g");
        if (mode.isEmpty()) {
            return Optional.empty();
        }
        TerminalKeys keys = new TerminalKeys(mode.get());
        StopSignals.atExit(keys::restore);
        boolean changed = stty("-icanon", "-echo", "min", "1").isPresent();
        NamedThreads.start("terminal-keys", keys::read);
        return changed ? Optional.of(keys) : Optional.empty();
    }

    private void read() {
        try {
            for (int key = System.in.read(); key >= 0; key = System.in.read()) {
                typed.add((char) key);
            }
        } catch (IOException closed) {
            // The terminal is gone.
        }
    }

    /** Returns the next key, or empty if none is typed in time. */
    Optional<Character> await(long millis) throws InterruptedException {
        @Nullable Character key = typed.poll(millis, TimeUnit.MILLISECONDS);
        return Optional.ofNullable(key);
    }

    @Override
    public void close() {
        restore();
    }

    private void restore() {
        try {
            stty(savedMode);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns what {@code stty} printed about the terminal on stdin; empty if it failed. */
    private static Optional<String> stty(String... words) throws InterruptedException {
        try {
            String[] command = new String[words.length + 1];
            command[0] = "stty";
            System.arraycopy(words, 0, command, 1, words.length);
            Process process = new ProcessBuilder(command)
                    .redirectInput(ProcessBuilder.Redirect.INHERIT)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
            return process.waitFor() == 0 ? Optional.of(printed) : Optional.empty();
        } catch (IOException noStty) {
            return Optional.empty();
        }
    }
}
