package dev.baton.quorum.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

/** A connection with TLS. It takes no data until the TLS handshake is complete. */
final class TlsConnectionIo implements ConnectionIo {
    /** How often one read takes bytes from the network, so that no sender keeps the thread. */
    private static final int MAX_FILLS = 16;

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
        int fills = 0;
        do {
            copy(into);
        } while (into.hasRemaining() && !plain.hasRemaining() && fills++ < MAX_FILLS && fill());
        int count = into.position() - before;
        return count == 0 && ended && into.hasRemaining() ? -1 : count;
    }

    private void copy(ByteBuffer into) {
        int count = Math.min(into.remaining(), plain.remaining());
        into.put(into.position(), plain, plain.position(), count);
        into.position(into.position() + count);
        plain.position(plain.position() + count);
    }

    /** Reads and decrypts bytes from the network. Returns whether there was progress. */
    private boolean fill() throws IOException {
        int count = ended ? -1 : channel.read(fromNetwork);
        ended |= count < 0;
        try {
            return unwrap() || count > 0;
        } finally {
            // Also after an error, to send the TLS alert.
            continueHandshake();
            sendEncrypted();
        }
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
        continueHandshake();
        long taken = 0;
        while (isReady() && sendEncrypted() && remaining(from) > 0) {
            toNetwork.compact();
            SSLEngineResult result = engine.wrap(from, toNetwork);
            toNetwork.flip();
            taken += result.bytesConsumed();
            if (result.bytesProduced() == 0) {
                break;
            }
        }
        sendEncrypted();
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
    public boolean isReady() {
        HandshakeStatus status = engine.getHandshakeStatus();
        return status == HandshakeStatus.NOT_HANDSHAKING || status == HandshakeStatus.FINISHED;
    }

    /** Encrypts the pending messages of the TLS handshake. */
    private void continueHandshake() throws IOException {
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

    /** Sends encrypted bytes. Returns whether all are sent. */
    private boolean sendEncrypted() throws IOException {
        if (toNetwork.hasRemaining()) {
            channel.write(toNetwork);
        }
        return !toNetwork.hasRemaining();
    }

    @Override
    public boolean hasUnsent() {
        return toNetwork.hasRemaining();
    }
}
