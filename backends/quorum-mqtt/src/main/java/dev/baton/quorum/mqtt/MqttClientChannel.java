package dev.baton.quorum.mqtt;

import dev.baton.quorum.wire.ClientChannel;
import dev.baton.quorum.wire.MemberTransport;
import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A client's connection to a member, through the broker. */
final class MqttClientChannel implements ClientChannel, MemberTransport.Handler {
    private static final long TIMEOUT_SECONDS = 3;
    private static final long POLL_NANOS = 100_000_000;

    private final MqttTransport transport;
    private final String member;
    private final CountDownLatch connected = new CountDownLatch(1);
    private final Queue<String> outgoing = new ConcurrentLinkedQueue<>();
    private final BlockingQueue<String> incoming = new LinkedBlockingQueue<>(10_000);
    private volatile boolean closed;

    /** Waits until the member has answered, at most a few seconds. */
    MqttClientChannel(MqttSettings settings) throws IOException {
        this.member = settings.target().orElseThrow();
        this.transport = new MqttTransport(settings);
        transport.open(this);
        NamedThreads.start("baton-mqtt-client", this::run);
        boolean answered = false;
        try {
            answered = connected.await(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!answered) {
            close();
            throw new IOException("no response from member " + member + " through broker "
                    + settings.access().broker() + "; check that it runs and has the same key");
        }
    }

    /** Sends and receives until the channel is closed, or until anything fails: then the client connects again. */
    private void run() {
        boolean wasConnected = false;
        try {
            while (!closed) {
                for (String note = outgoing.poll(); note != null; note = outgoing.poll()) {
                    transport.sendNote(member, note);
                }
                transport.poll(System.nanoTime() + POLL_NANOS);
                boolean isConnected = transport.connectedPeers().contains(member);
                if (wasConnected && !isConnected) {
                    closed = true;
                }
                wasConnected = isConnected;
            }
        } finally {
            closed = true;
            transport.close();
        }
    }

    @Override
    public void send(String note) throws IOException {
        if (closed) {
            throw disconnected();
        }
        outgoing.add(note);
        transport.wakeUp();
    }

    @Override
    public void receive(Consumer<String> notes) throws IOException {
        while (!closed) {
            try {
                String note = incoming.poll(POLL_NANOS, TimeUnit.NANOSECONDS);
                if (note != null) {
                    notes.accept(note);
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        throw disconnected();
    }

    private IOException disconnected() {
        return new IOException("connection to member " + member + " is closed");
    }

    @Override
    public void close() {
        closed = true;
        transport.wakeUp();
    }

    @Override
    public void noteReceived(String peer, String note) {
        if (peer.equals(member)) {
            incoming.offer(note);
        }
    }

    @Override
    public void peerConnected(String peer) {
        if (peer.equals(member)) {
            connected.countDown();
        }
    }
}
