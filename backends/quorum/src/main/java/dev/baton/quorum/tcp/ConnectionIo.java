package dev.baton.quorum.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Reads and writes the bytes of a connection, directly or through TLS. Never blocks. */
interface ConnectionIo {

    /** Reads like a channel: returns the number of bytes, 0 for none at the moment, -1 for the end. */
    int read(ByteBuffer into) throws IOException;

    /** Writes like a channel: returns the number of bytes taken. */
    long write(ByteBuffer[] from) throws IOException;

    /** Returns whether it accepts data: a TLS handshake is complete. */
    default boolean isReady() {
        return true;
    }

    /** Returns whether bytes that it has taken are not sent yet. */
    default boolean hasUnsent() {
        return false;
    }

    /** Returns a connection without TLS. */
    static ConnectionIo plain(SocketChannel channel) {
        return new ConnectionIo() {
            @Override
            public int read(ByteBuffer into) throws IOException {
                return channel.read(into);
            }

            @Override
            public long write(ByteBuffer[] from) throws IOException {
                return channel.write(from);
            }
        };
    }
}
