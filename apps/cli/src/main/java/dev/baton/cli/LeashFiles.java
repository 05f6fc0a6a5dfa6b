package dev.baton.cli;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * A private directory with the watchdog's script and the two FIFOs between the watchdog and this process.
 *
 * <p>Both FIFOs are opened for reading and writing before the script starts, because that never blocks.
 */
final class LeashFiles implements Closeable {
    /** Contains the pid, so that a leftover directory can be attributed. */
    static final String PREFIX = "baton-leash-" + ProcessHandle.current().pid() + "-";

    private static final List<String> NAMES = List.of("leash.sh", "deadlines", "messages");

    private final Path directory;
    private final RandomAccessFile deadlines;
    private final RandomAccessFile messages;

    private LeashFiles(Path directory) throws IOException {
        this.directory = directory;
        this.deadlines = new RandomAccessFile(directory.resolve("deadlines").toFile(), "rw");
        this.messages = new RandomAccessFile(directory.resolve("messages").toFile(), "rw");
    }

    static LeashFiles create() {
        try {
            Path directory = Files.createTempDirectory(PREFIX);
            try (InputStream script = Objects.requireNonNull(LeashFiles.class.getResourceAsStream("leash.sh"))) {
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
            return new LeashFiles(directory);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    Path directory() {
        return directory;
    }

    Path script() {
        return directory.resolve("leash.sh");
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

    /** Returns our own end of the messages, for the first one. While it is open, there is no end of file. */
    RandomAccessFile firstMessage() {
        return messages;
    }

    /** Returns the FIFO of the messages. If only the watchdog writes to it, end of file means that it has exited. */
    Path messages() {
        return directory.resolve("messages");
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
