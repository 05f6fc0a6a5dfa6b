package dev.baton.cli;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The destinations of event lines: a stream, a file, both or none. */
final class EventOutput implements Closeable {
    private final Invocation call;
    private final OutputStream file;

    EventOutput(Invocation call) {
        this.call = call;
        this.file = call.text("--events").map(EventOutput::append).orElseGet(OutputStream::nullOutputStream);
    }

    /** Writes a whole line in one write, so that several processes can share a file. */
    synchronized void write(String line) {
        if (call.has("--json")) {
            (call.command().isEmpty() ? call.out() : call.context().err()).println(line);
        }
        try {
            file.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException failed) {
            call.context().error("cannot write an event to --events: " + failed.getMessage() + ": " + line);
        }
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
