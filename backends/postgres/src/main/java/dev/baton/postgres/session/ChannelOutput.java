package dev.baton.postgres.session;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;

/** A blocking output stream over a non-blocking channel. */
final class ChannelOutput extends OutputStream {
    private final SelectableSocket socket;

    ChannelOutput(SelectableSocket socket) {
        this.socket = socket;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        ByteBuffer remaining = ByteBuffer.wrap(bytes, offset, length);
        while (remaining.hasRemaining()) {
            if (socket.channel().write(remaining) == 0) {
                try {
                    socket.await(SelectionKey.OP_WRITE, socket.getSoTimeout());
                } catch (ClosedSelectorException closed) {
                    throw new IOException("Socket closed", closed);
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
