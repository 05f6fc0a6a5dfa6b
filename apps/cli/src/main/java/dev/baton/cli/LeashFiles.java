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
 * A private directory with the dead-man's script and the two FIFOs between it and this process.
 *
 * <p>Both FIFOs are opened for reading and writing, which never blocks, before the script is started.
 */
final class LeashFiles implements Closeable {
    /** With the pid, so that a person who finds one knows whose it is. */
    static final String PREFIX = "baton-leash-" + ProcessHandle.current().pid() + "-";

    private static final List<String> NAMES = List.of("leash.sh", "deadlines", "news");

    private final Path directory;
    private final RandomAccessFile deadlines;
    private final RandomAccessFile news;

    private LeashFiles(Path directory) throws IOException {
        this.directory = directory;
        this.deadlines = new RandomAccessFile(directory.resolve("deadlines").toFile(), "rw");
        this.news = new RandomAccessFile(directory.resolve("news").toFile(), "rw");
    }

    static LeashFiles create() {
        try {
            Path directory = Files.createTempDirectory(PREFIX);
            try (InputStream script = Objects.requireNonNull(LeashFiles.class.getResourceAsStream("leash.sh"))) {
                Files.copy(script, directory.resolve("leash.sh"));
            }
            Process mkfifo = new ProcessBuilder("mkfifo", "-m", "600", "deadlines", "news")
                    .directory(directory.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            if (mkfifo.onExit().join().exitValue() != 0) {
                remove(directory);
                throw new IOException("mkfifo failed in " + directory + "; is that a file system with FIFOs?");
            }
            return new LeashFiles(directory);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    Path directory() {
        return directory;
    }

    /** Sends a line to the dead-man; after {@link #closeDeadlines} it goes nowhere. */
    synchronized void send(String line) {
        try {
            deadlines.getChannel().write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.US_ASCII)));
        } catch (IOException closed) {
            // The dead-man hears the end of file instead, which is a stop.
        }
    }

    /** Tells the dead-man to stop the command; the same as the death of this process. */
    synchronized void closeDeadlines() {
        try {
            deadlines.close();
        } catch (IOException alreadyClosed) {
            // Closed is what it should be.
        }
    }

    /** The channel of the dead-man's first answer. */
    RandomAccessFile firstNews() {
        return news;
    }

    /** The channel of all later answers: its end of file is the dead-man's own end. */
    Path laterNews() {
        return directory.resolve("news");
    }

    @Override
    public void close() {
        closeDeadlines();
        try {
            news.close();
        } catch (IOException alreadyClosed) {
            // Closed is what it should be.
        }
        remove(directory);
    }

    private static void remove(Path directory) {
        try {
            for (String name : NAMES) {
                Files.deleteIfExists(directory.resolve(name));
            }
            Files.deleteIfExists(directory);
        } catch (IOException left) {
            // The dead-man removes it too, so it may vanish under our hands.
        }
    }
}
