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
 * A program that only waits, the limit of a takeover: {@code SOCKET FILE}. It blocks in a read of one connection after
 * the other and sends {@code woken NANOS} when it receives a byte or the end of the stream. For a {@link #DURABLE} byte
 * it first makes one small write durable, as an election must.
 */
final class BareWaiter {
    static final byte PLAIN = 'p';
    static final byte DURABLE = 'd';

    private static final int DURABLE_BYTES = 512;

    private BareWaiter() {}

    public static void main(String[] args) throws IOException {
        LineProtocol protocol = new LineProtocol();
        ByteBuffer received = ByteBuffer.allocateDirect(1);
        ByteBuffer record = ByteBuffer.allocateDirect(DURABLE_BYTES);
        try (FileChannel file =
                        FileChannel.open(Path.of(args[1]), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(Path.of(args[0])));
            protocol.send("ready");
            while (true) {
                try (SocketChannel peer = server.accept()) {
                    int count = 0;
                    while (count >= 0) {
                        count = peer.read(received.clear());
                        if (count > 0 && received.get(0) == DURABLE) {
                            file.write(record.clear(), 0);
                            file.force(true);
                        }
                        protocol.send("woken " + System.nanoTime());
                    }
                }
            }
        }
    }
}
