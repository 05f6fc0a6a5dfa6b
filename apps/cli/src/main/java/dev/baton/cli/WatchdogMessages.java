package dev.baton.cli;

import dev.baton.support.thread.NamedThreads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Reads the messages of the watchdog: how the command ended, and that the watchdog has exited. */
final class WatchdogMessages {
    private static final String ARMED = "armed ";

    private final LeashFiles files;
    private final CompletableFuture<Void> exited = new CompletableFuture<>();
    private volatile Optional<Long> pid = Optional.empty();
    private volatile boolean ended;
    private volatile boolean finished;
    private volatile boolean stopping;

    WatchdogMessages(LeashFiles files) {
        this.files = files;
        NamedThreads.start("leash-messages", this::read);
    }

    /** Completes when the watchdog has exited, or could not be started. */
    CompletableFuture<Void> exited() {
        return exited;
    }

    /** Returns whether the command ended before it was signalled. Final after {@link #exited}. */
    boolean endedByItself() {
        return ended;
    }

    /** Returns whether the watchdog saw the end of every process of the command. Final after {@link #exited}. */
    boolean finished() {
        return finished;
    }

    /** Returns the process of the watchdog, if it runs. */
    Optional<ProcessHandle> watchdog() {
        return exited.isDone() ? Optional.empty() : pid.flatMap(ProcessHandle::of);
    }

    /** Returns whether the watchdog stopped the command because the deadline was near. Final after {@link #exited}. */
    boolean stoppedAtDeadline() {
        return stopping;
    }

    /** Called when the process of the command has ended. If the watchdog was never started, nothing else reports that. */
    void processEnded() {
        if (pid.isEmpty()) {
            try {
                files.firstMessage().write("failed\n".getBytes(StandardCharsets.US_ASCII));
            } catch (IOException closed) {
                // The watchdog has started meanwhile, and its end of file completes the future.
            }
        }
    }

    private void read() {
        try {
            String first = firstLine(files.firstMessage());
            if (first.startsWith(ARMED)) {
                pid = Optional.of(Long.parseLong(first.substring(ARMED.length())));
                readUntilEnd();
            }
        } catch (IOException removed) {
            // The watchdog removes the directory when the group has ended, possibly before it is opened here.
        } finally {
            exited.complete(null);
        }
    }

    private void readUntilEnd() throws IOException {
        try (BufferedReader later = Files.newBufferedReader(files.messages(), StandardCharsets.US_ASCII)) {
            // Close our write end, so that end of file means that the watchdog has exited.
            files.firstMessage().close();
            @Nullable String line = later.readLine();
            while (line != null) {
                stopping |= line.equals("stopping");
                ended |= line.equals("ended");
                finished |= line.equals("gone");
                line = later.readLine();
            }
        }
    }

    /** Reads byte by byte, because the rest has to stay in the FIFO. */
    private static String firstLine(RandomAccessFile messages) throws IOException {
        StringBuilder line = new StringBuilder();
        int next = messages.read();
        while (next >= 0 && next != '\n') {
            line.append((char) next);
            next = messages.read();
        }
        return line.toString();
    }
}
