package dev.baton.examples.harness;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import dev.baton.support.thread.NamedThreads;
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
 * A socket that carries one JSON object per line in each direction.
 *
 * <p>Sending never blocks. A peer that stops reading is disconnected, so that it cannot delay others.
 */
final class JsonLineChannel implements AutoCloseable {
    private static final int MAX_LINE_BYTES = 64 * 1024;
    private static final int MAX_QUEUED_LINES = 20_000;

    private final Socket socket;
    private final InputStream in;
    private final BlockingQueue<String> outbox = new LinkedBlockingQueue<>(MAX_QUEUED_LINES);
    private final Thread writer;

    JsonLineChannel(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        this.in = new BufferedInputStream(socket.getInputStream());
        OutputStream out = new BufferedOutputStream(socket.getOutputStream());
        this.writer = NamedThreads.start("line-writer", () -> write(out));
    }

    void send(Map<String, Object> frame) {
        if (!outbox.offer(Json.write(frame))) {
            close();
        }
    }

    /**
     * Returns the next frame, or empty if the peer has disconnected.
     *
     * @throws JsonException if the line is too long or malformed; it is skipped
     */
    Optional<JsonFields> read() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(256);
        long length = 0;
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return Optional.empty();
            }
            length++;
            if (length <= MAX_LINE_BYTES) {
                line.write(next);
            }
        }
        if (length > MAX_LINE_BYTES) {
            throw new JsonException("line too long: " + length + " bytes; the maximum is " + MAX_LINE_BYTES + " bytes");
        }
        return Optional.of(new JsonFields("frame", Json.parseObject(line.toString(StandardCharsets.UTF_8))));
    }

    @Override
    public void close() {
        writer.interrupt();
        try {
            socket.close();
        } catch (IOException alreadyClosed) {
            // There is nothing left to close.
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
        } catch (IOException | InterruptedException ended) {
            close();
        }
    }
}
