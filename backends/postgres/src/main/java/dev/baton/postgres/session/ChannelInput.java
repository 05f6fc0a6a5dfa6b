package dev.baton.postgres.session;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;

/** A blocking input stream over a non-blocking channel. */
final class ChannelInput extends InputStream {
    private final SelectableSocket socket;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(8192).limit(0);

    ChannelInput(SelectableSocket socket) {
        this.socket = socket;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (!buffer.hasRemaining()) {
            int count = fill();
            if (count < 0) {
                return -1;
            }
            if (count == 0) {
                await();
            }
        }
        int count = Math.min(length, buffer.remaining());
        buffer.get(bytes, offset, count);
        return count;
    }

    @Override
    public int available() throws IOException {
        if (!buffer.hasRemaining()) {
            fill();
        }
        return buffer.remaining();
    }

    private int fill() throws IOException {
        buffer.clear();
        try {
            return socket.channel().read(buffer);
        } finally {
            buffer.flip();
        }
    }

    private void await() throws IOException {
        try {
            socket.await(SelectionKey.OP_READ, socket.getSoTimeout());
        } catch (ClosedSelectorException closed) {
            throw new IOException("Socket closed", closed);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
