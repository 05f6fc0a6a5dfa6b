package dev.baton.quorum.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** What bytes of a connection go through: the bare socket, or TLS. Never waits. */
interface ConnectionIo {

    /** As a channel reads: how many bytes, 0 for none at the moment, -1 for the end. */
    int read(ByteBuffer into) throws IOException;

    /** As a channel writes: how many of these bytes were taken. */
    long write(ByteBuffer[] from) throws IOException;

    /** Whether it takes anything yet. */
    boolean isOpen();

    /** Whether something it took has not left yet. */
    boolean isFull();

    /** Nothing between the connection and the socket. */
    static ConnectionIo bare(SocketChannel channel) {
        return new ConnectionIo() {
            @Override
            public int read(ByteBuffer into) throws IOException {
                return channel.read(into);
            }

            @Override
            public long write(ByteBuffer[] from) throws IOException {
                return channel.write(from);
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public boolean isFull() {
                return false;
            }
        };
    }
}
