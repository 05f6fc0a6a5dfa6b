package dev.baton.postgres.session;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;

/** Bytes written to a channel that does not block, as if it did. */
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
        ByteBuffer left = ByteBuffer.wrap(bytes, offset, length);
        while (left.hasRemaining()) {
            if (socket.channel().write(left) == 0) {
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
