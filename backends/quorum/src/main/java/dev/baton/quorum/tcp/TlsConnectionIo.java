package dev.baton.quorum.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;

/**
 * A connection under TLS. What comes before the handshake is done waits with its sender: until then nothing is taken.
 */
final class TlsConnectionIo implements ConnectionIo {
    private final SocketChannel channel;
    private final SSLEngine engine;
    private final ByteBuffer fromNetwork;
    private final ByteBuffer toNetwork;
    private ByteBuffer plain;
    private boolean ended;

    TlsConnectionIo(SocketChannel channel, SSLEngine engine) throws IOException {
        this.channel = channel;
        this.engine = engine;
        int packet = engine.getSession().getPacketBufferSize();
        this.fromNetwork = ByteBuffer.allocate(packet);
        this.toNetwork = ByteBuffer.allocate(2 * packet).limit(0);
        this.plain = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize())
                .limit(0);
        engine.beginHandshake();
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        int before = into.position();
        do {
            take(into);
        } while (into.hasRemaining() && !plain.hasRemaining() && fill());
        int got = into.position() - before;
        return got == 0 && ended && into.hasRemaining() ? -1 : got;
    }

    private void take(ByteBuffer into) {
        int count = Math.min(into.remaining(), plain.remaining());
        into.put(into.position(), plain, plain.position(), count);
        into.position(into.position() + count);
        plain.position(plain.position() + count);
    }

    /** Reads from the network and makes sense of it; whether anything came of that. */
    private boolean fill() throws IOException {
        int got = ended ? -1 : channel.read(fromNetwork);
        ended |= got < 0;
        boolean progress;
        try {
            progress = unwrap();
        } catch (SSLException refused) {
            // The other side is told why, as far as the socket takes it.
            shake();
            drain();
            throw refused;
        }
        shake();
        drain();
        return progress || got > 0;
    }

    private boolean unwrap() throws IOException {
        fromNetwork.flip();
        plain.clear();
        boolean progress = false;
        while (fromNetwork.hasRemaining()) {
            SSLEngineResult result = engine.unwrap(fromNetwork, plain);
            runTasks();
            if (result.getStatus() == Status.CLOSED) {
                ended = true;
                break;
            }
            if (result.getStatus() != Status.OK || (result.bytesConsumed() == 0 && result.bytesProduced() == 0)) {
                break;
            }
            progress = true;
        }
        fromNetwork.compact();
        plain.flip();
        return progress;
    }

    @Override
    public long write(ByteBuffer[] from) throws IOException {
        shake();
        long taken = 0;
        while (isOpen() && drain() && remaining(from) > 0) {
            toNetwork.compact();
            SSLEngineResult result = engine.wrap(from, toNetwork);
            toNetwork.flip();
            taken += result.bytesConsumed();
            if (result.bytesProduced() == 0) {
                break;
            }
        }
        drain();
        return taken;
    }

    private static long remaining(ByteBuffer[] buffers) {
        long sum = 0;
        for (ByteBuffer buffer : buffers) {
            sum += buffer.remaining();
        }
        return sum;
    }

    @Override
    public boolean isOpen() {
        HandshakeStatus status = engine.getHandshakeStatus();
        return status == HandshakeStatus.NOT_HANDSHAKING || status == HandshakeStatus.FINISHED;
    }

    /** Says what the handshake has to say from this side. */
    private void shake() throws IOException {
        runTasks();
        while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
            toNetwork.compact();
            SSLEngineResult result = engine.wrap(ByteBuffer.allocate(0), toNetwork);
            toNetwork.flip();
            runTasks();
            if (result.getStatus() != Status.OK) {
                break;
            }
        }
    }

    private void runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    /** Writes what was wrapped; whether all of it has left. */
    private boolean drain() throws IOException {
        if (toNetwork.hasRemaining()) {
            channel.write(toNetwork);
        }
        return !toNetwork.hasRemaining();
    }

    @Override
    public boolean isFull() {
        return toNetwork.hasRemaining();
    }
}
