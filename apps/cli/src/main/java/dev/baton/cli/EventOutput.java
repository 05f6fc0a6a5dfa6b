package dev.baton.cli;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** The destinations of event lines: a stream, a file, both or none. */
final class EventOutput implements Closeable {
    private final Optional<PrintStream> stream;
    private final OutputStream file;

    EventOutput(Optional<PrintStream> stream, Optional<String> file) {
        this.stream = stream;
        this.file = file.map(EventOutput::append).orElseGet(OutputStream::nullOutputStream);
    }

    /** Writes a whole line in one write, so that several processes can share a file. */
    synchronized void write(String line) throws IOException {
        stream.ifPresent(out -> out.println(line));
        file.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private static OutputStream append(String name) {
        try {
            return Files.newOutputStream(Path.of(name), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException refused) {
            throw new UsageException("--events " + name + ": cannot append to this file: " + refused);
        }
    }
}
