package dev.baton.examples.harness;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A socket that carries one JSON object a line, each way.
 *
 * <p>Sending never waits for the other side: one that stopped reading loses its connection, so that it
 * cannot hold up the others.
 */
final class JsonLineChannel implements AutoCloseable {
    private static final int LONGEST_LINE = 64 * 1024;
    private static final int LONGEST_QUEUE = 20_000;

    private final Socket socket;
    private final InputStream in;
    private final BlockingQueue<String> outbox = new LinkedBlockingQueue<>(LONGEST_QUEUE);
    private final Thread writer;

    JsonLineChannel(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        this.in = new BufferedInputStream(socket.getInputStream());
        OutputStream out = new BufferedOutputStream(socket.getOutputStream());
        this.writer = new Thread(() -> write(out), "line-writer");
        writer.setDaemon(true);
        writer.start();
    }

    void send(Map<String, Object> frame) {
        if (!outbox.offer(Json.write(frame))) {
            close();
        }
    }

    /**
     * The next line; empty when the other side is gone.
     *
     * @throws JsonException when the line is too long; it was skipped
     */
    Optional<String> read() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(256);
        long length = 0;
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return Optional.empty();
            }
            length++;
            if (length <= LONGEST_LINE) {
                line.write(next);
            }
        }
        if (length > LONGEST_LINE) {
            throw new JsonException("a line may have " + LONGEST_LINE + " bytes, but this one had " + length);
        }
        return Optional.of(line.toString(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        writer.interrupt();
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            // It was to be closed; now it is.
        }
    }

    private void write(OutputStream out) {
        try {
            while (true) {
                out.write((outbox.take() + "\n").getBytes(StandardCharsets.UTF_8));
                if (outbox.isEmpty()) {
                    out.flush();
                }
            }
        } catch (IOException | InterruptedException over) {
            close();
        }
    }
}
