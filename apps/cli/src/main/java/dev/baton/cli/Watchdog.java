package dev.baton.cli;

import dev.baton.support.thread.NamedThreads;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The watchdog of a command, as this process sees it: a private directory with its script and the two FIFOs between the
 * watchdog and this process.
 *
 * <p>Both FIFOs are opened for reading and writing before the script starts, because that never blocks.
 */
final class Watchdog implements Closeable {
    /** Contains the pid, so that a leftover directory can be attributed. */
    static final String PREFIX = "baton-leash-" + ProcessHandle.current().pid() + "-";

    private static final String ARMED = "armed ";
    private static final List<String> NAMES = List.of("leash.sh", "deadlines", "messages");

    private final Path directory;
    private final RandomAccessFile deadlines;
    private final RandomAccessFile messages;
    private final CompletableFuture<Void> exited = new CompletableFuture<>();
    private final Set<String> received = ConcurrentHashMap.newKeySet();
    private volatile Optional<Long> pid = Optional.empty();

    private Watchdog(Path directory) throws IOException {
        this.directory = directory;
        this.deadlines = new RandomAccessFile(directory.resolve("deadlines").toFile(), "rw");
        this.messages = new RandomAccessFile(directory.resolve("messages").toFile(), "rw");
    }

    static Watchdog create() {
        try {
            Path directory = Files.createTempDirectory(PREFIX);
            try (InputStream script = Objects.requireNonNull(Watchdog.class.getResourceAsStream("leash.sh"))) {
                Files.copy(script, directory.resolve("leash.sh"));
            }
            Process mkfifo = new ProcessBuilder("mkfifo", "-m", "600", "deadlines", "messages")
                    .directory(directory.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            if (mkfifo.onExit().join().exitValue() != 0) {
                remove(directory);
                throw new IOException("mkfifo failed in " + directory + "; the file system must support FIFOs");
            }
            return new Watchdog(directory);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Returns the command line that runs an action of the script. */
    List<String> script(String action, String... arguments) {
        List<String> words =
                new ArrayList<>(List.of("sh", directory.resolve("leash.sh").toString(), action, directory.toString()));
        words.addAll(List.of(arguments));
        return words;
    }

    /** Sends a line to the watchdog. Does nothing after {@link #closeDeadlines}. */
    synchronized void send(String line) {
        try {
            deadlines.getChannel().write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.US_ASCII)));
        } catch (IOException closed) {
            // The watchdog reads the end of file instead, which stops the command.
        }
    }

    /** Makes the watchdog stop the command, like the death of this process does. */
    synchronized void closeDeadlines() {
        closeQuietly(deadlines);
    }

    /** Starts to read the messages of the watchdog: how the command ended, and that the watchdog has exited. */
    void start() {
        NamedThreads.start("leash-messages", this::read);
    }

    /** Completes when the watchdog has exited, or could not be started. */
    CompletableFuture<Void> exited() {
        return exited;
    }

    /** Returns whether the command ended before it was signalled. Final after {@link #exited}. */
    boolean endedByItself() {
        return received.contains("ended");
    }

    /** Returns whether the watchdog saw the end of every process of the command. Final after {@link #exited}. */
    boolean finished() {
        return received.contains("gone");
    }

    /** Returns the process of the watchdog, if it runs. */
    Optional<ProcessHandle> process() {
        return exited.isDone() ? Optional.empty() : pid.flatMap(ProcessHandle::of);
    }

    /** Returns whether the watchdog stopped the command because the deadline was near. Final after {@link #exited}. */
    boolean stoppedAtDeadline() {
        return received.contains("stopping");
    }

    /** Called when the process of the command has ended. If the watchdog was never started, nothing else reports that. */
    void processEnded() {
        if (pid.isEmpty()) {
            try {
                messages.write("failed\n".getBytes(StandardCharsets.US_ASCII));
            } catch (IOException closed) {
                // The watchdog has started meanwhile, and its end of file completes the future.
            }
        }
    }

    private void read() {
        try {
            // Unbuffered, because the rest has to stay in the FIFO.
            String first = messages.readLine();
            if (first != null && first.startsWith(ARMED)) {
                pid = Optional.of(Long.parseLong(first.substring(ARMED.length())));
                readUntilEnd();
            }
        } catch (IOException | UncheckedIOException removed) {
            // The watchdog removes the directory when the group has ended, possibly before it is opened here.
        } finally {
            exited.complete(null);
        }
    }

    private void readUntilEnd() throws IOException {
        try (BufferedReader later = Files.newBufferedReader(directory.resolve("messages"), StandardCharsets.US_ASCII)) {
            // Close our end of the FIFO, so that end of file means that the watchdog has exited.
            messages.close();
            later.lines().forEach(received::add);
        }
    }

    @Override
    public void close() {
        closeDeadlines();
        closeQuietly(messages);
        remove(directory);
    }

    private static void closeQuietly(RandomAccessFile file) {
        try {
            file.close();
        } catch (IOException alreadyClosed) {
            // That is the goal.
        }
    }

    private static void remove(Path directory) {
        try {
            for (String name : NAMES) {
                Files.deleteIfExists(directory.resolve(name));
            }
            Files.deleteIfExists(directory);
        } catch (IOException left) {
            // The watchdog removes the directory too, possibly at the same time.
        }
    }
}
