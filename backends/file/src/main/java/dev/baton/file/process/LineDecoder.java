package dev.baton.file.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Splits the bytes of a socket into lines of bounded length. Not thread-safe. */
final class LineDecoder {
    private static final int MAX_BYTES = 4096;

    private final ByteBuffer buffer = ByteBuffer.allocate(MAX_BYTES);

    /** Reads the available lines; false at the end of the stream. */
    boolean read(SocketChannel channel, Consumer<String> received) throws IOException {
        while (true) {
            int count = channel.read(buffer);
            if (count <= 0) {
                return count == 0;
            }
            split(received);
            if (!buffer.hasRemaining()) {
                throw new IOException("received a line of more than " + MAX_BYTES + " bytes");
            }
        }
    }

    private void split(Consumer<String> received) {
        int from = 0;
        for (int at = 0; at < buffer.position(); at++) {
            if (buffer.get(at) == '\n') {
                received.accept(new String(buffer.array(), from, at - from, StandardCharsets.UTF_8));
                from = at + 1;
            }
        }
        buffer.flip().position(from);
        buffer.compact();
    }
}
