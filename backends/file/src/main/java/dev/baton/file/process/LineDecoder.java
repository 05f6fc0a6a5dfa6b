package dev.baton.file.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Cuts what a socket delivers into lines; a line that is too long is an error. Not thread-safe. */
final class LineDecoder {
    private static final int LONGEST = 4096;

    private final ByteBuffer buffer = ByteBuffer.allocate(LONGEST);

    /** Reads what is there; false at the end of the stream. */
    boolean read(SocketChannel channel, Consumer<String> line) throws IOException {
        while (true) {
            int count = channel.read(buffer);
            if (count < 0) {
                return false;
            }
            if (count == 0) {
                return true;
            }
            cut(line);
            if (!buffer.hasRemaining()) {
                throw new IOException("a line of more than " + LONGEST + " bytes");
            }
        }
    }

    private void cut(Consumer<String> line) {
        int from = 0;
        for (int at = 0; at < buffer.position(); at++) {
            if (buffer.get(at) == '\n') {
                line.accept(new String(buffer.array(), from, at - from, StandardCharsets.UTF_8));
                from = at + 1;
            }
        }
        int rest = buffer.position() - from;
        buffer.position(from).limit(from + rest);
        buffer.compact();
    }
}
