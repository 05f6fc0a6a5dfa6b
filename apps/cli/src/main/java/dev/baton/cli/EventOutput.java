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

/** Where event lines go: a stream, a file, both or nowhere. */
final class EventOutput implements Closeable {
    private final Optional<PrintStream> stream;
    private final Optional<OutputStream> file;

    EventOutput(Optional<PrintStream> stream, Optional<String> file) throws IOException {
        this.stream = stream;
        this.file = file.isPresent() ? Optional.of(append(file.get())) : Optional.empty();
    }

    /** A whole line in one write, so that several processes may share a file. */
    synchronized void write(String line) throws IOException {
        stream.ifPresent(out -> out.println(line));
        if (file.isPresent()) {
            file.get().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    public void close() throws IOException {
        if (file.isPresent()) {
            file.get().close();
        }
    }

    private static OutputStream append(String name) throws IOException {
        try {
            return Files.newOutputStream(Path.of(name), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException refused) {
            throw new UsageException("--events " + name + " cannot be appended to: " + refused);
        }
    }
}
