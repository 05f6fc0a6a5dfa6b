package dev.baton.file.process;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** A connection to another process. The end of its stream is the first sign that the process has ended. Mesh thread only. */
record ProcessLink(LiveProcess peer, SocketChannel channel, LineDecoder lines) {

    /**
     * Connects without waiting. The kernel accepts connections for a frozen process too, so a connection is never a
     * sign of life.
     */
    static ProcessLink connect(LiveProcess peer, Path socket, WakeupMessage hello) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.configureBlocking(false);
            if (!channel.connect(UnixDomainSocketAddress.of(socket))) {
                throw new IOException(socket + " does not accept connections at the moment");
            }
            channel.write(ByteBuffer.wrap(hello.bytes()));
            return new ProcessLink(peer, channel, new LineDecoder());
        } catch (IOException | RuntimeException | Error failed) {
            channel.close();
            throw failed;
        }
    }
}
