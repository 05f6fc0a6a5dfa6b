package dev.baton.file.process;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** This process's ear at another one: its end of stream is the first sign of a death. Mesh thread only. */
record ProcessLink(LiveProcess peer, SocketChannel channel, LineDecoder lines) {

    /**
     * Connects without waiting. That a frozen process accepts too is no matter: a connection is never
     * taken for a sign of life.
     */
    static ProcessLink connect(LiveProcess peer, Path address, WakeupMessage hello) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        boolean connected = false;
        try {
            channel.configureBlocking(false);
            if (!channel.connect(UnixDomainSocketAddress.of(address))) {
                throw new IOException(address + " does not accept at the moment");
            }
            channel.write(ByteBuffer.wrap(hello.line().getBytes(StandardCharsets.UTF_8)));
            connected = true;
            return new ProcessLink(peer, channel, new LineDecoder());
        } finally {
            if (!connected) {
                channel.close();
            }
        }
    }

    /** Says one thing to a process and hangs up. */
    static void knock(LiveProcess peer, Path address, WakeupMessage poke) throws IOException {
        connect(peer, address, poke).channel().close();
    }
}
