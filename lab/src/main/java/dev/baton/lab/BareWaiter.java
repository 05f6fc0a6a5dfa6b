package dev.baton.lab;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The raw limit as a program, {@code SOCKET FILE}: blocks in a read of one connection after the other, and
 * says {@code woken NANOS} when a byte or the end of the stream wakes it. It does nothing else that an
 * election has to do, save one: for a {@link #DURABLE} byte it first makes one small write durable.
 */
final class BareWaiter {
    static final byte PLAIN = 'p';
    static final byte DURABLE = 'd';

    private static final int DURABLE_BYTES = 512;

    private BareWaiter() {}

    public static void main(String[] args) throws IOException {
        LineProtocol speaker = new LineProtocol();
        ByteBuffer one = ByteBuffer.allocateDirect(1);
        ByteBuffer some = ByteBuffer.allocateDirect(DURABLE_BYTES);
        try (FileChannel file =
                        FileChannel.open(Path.of(args[1]), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(Path.of(args[0])));
            speaker.say("ready");
            while (true) {
                try (SocketChannel peer = server.accept()) {
                    int count = 0;
                    while (count >= 0) {
                        count = peer.read(one.clear());
                        if (count > 0 && one.get(0) == DURABLE) {
                            file.write(some.clear(), 0);
                            file.force(true);
                        }
                        long now = System.nanoTime();
                        speaker.say("woken " + now);
                    }
                }
            }
        }
    }
}
