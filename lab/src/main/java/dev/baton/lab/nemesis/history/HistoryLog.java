package dev.baton.lab.nemesis.history;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The history of this process in a file. A written line survives {@code kill -9}. Thread-safe. */
public final class HistoryLog implements AutoCloseable {
    private final FileOutputStream file;

    public HistoryLog(Path path) throws IOException {
        file = new FileOutputStream(path.toFile(), true);
    }

    /** Appends an event with one system call, so that a killed process leaves at most one incomplete line. */
    public synchronized void add(HistoryEvent event) {
        try {
            file.write((event.line() + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
