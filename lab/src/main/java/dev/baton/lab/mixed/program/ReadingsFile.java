package dev.baton.lab.mixed.program;

import dev.baton.lab.mixed.judge.LeadReading;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The readings of one process in a file. A written line survives {@code kill -9}. Thread-safe. */
final class ReadingsFile implements AutoCloseable {
    private final FileOutputStream file;

    ReadingsFile(Path path) throws IOException {
        file = new FileOutputStream(path.toFile(), true);
    }

    /** Appends a line with one system call, so that a killed process leaves at most one incomplete line. */
    synchronized void add(LeadReading reading) {
        try {
            file.write((reading.line() + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        file.close();
    }
}
