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
    private static final int FILE_TYPE = 0170000;
    private static final int REGULAR_FILE = 0100000;
    private static final int CHARACTER_DEVICE = 0020000;

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

    /** A pipe without a reader would block before the start, and a full one would delay the end. */
    private static void refusePipes(String name, Path file) throws IOException {
        int type = Files.exists(file) ? (Integer) Files.getAttribute(file, "unix:mode") & FILE_TYPE : REGULAR_FILE;
        if (type != REGULAR_FILE && type != CHARACTER_DEVICE) {
            throw new UsageException("--events " + name + " is neither a file nor a terminal: a reader that stops would"
                    + " delay baton; append to a file, and follow it with tail -f");
        }
    }

    private static OutputStream append(String name) {
        try {
            refusePipes(name, Path.of(name));
            return Files.newOutputStream(Path.of(name), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException refused) {
            throw new UsageException("--events " + name + ": cannot append to this file: " + refused);
        }
    }
}
