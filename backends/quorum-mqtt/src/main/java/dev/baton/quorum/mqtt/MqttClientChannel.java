package dev.baton.quorum.mqtt;

import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.wire.ClientChannel;
import dev.baton.quorum.wire.MemberTransport;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A client's line to one member, through the broker. */
final class MqttClientChannel implements ClientChannel, MemberTransport.Ears {
    private static final long PATIENCE_SECONDS = 3;
    private static final long TURN = 100_000_000;

    private final MqttTransport transport;
    private final String member;
    private final CountDownLatch met = new CountDownLatch(1);
    private final Queue<String> outgoing = new ConcurrentLinkedQueue<>();
    private final BlockingQueue<String> incoming = new LinkedBlockingQueue<>(10_000);
    private volatile boolean closed;

    /** Waits until the member has answered, at most a few seconds. */
    MqttClientChannel(MqttSettings settings, String member) throws IOException {
        this.member = member;
        this.transport = new MqttTransport(settings);
        transport.open(this);
        Thread thread = new Thread(this::run, "baton-mqtt-client");
        thread.setDaemon(true);
        thread.start();
        boolean answered = false;
        try {
            answered = met.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!answered) {
            close();
            throw new IOException("member " + member + " does not answer through the broker at "
                    + settings.access().broker() + "; it is down, or has another key");
        }
    }

    private void run() {
        boolean wasLinked = false;
        while (!closed) {
            for (String note = outgoing.poll(); note != null; note = outgoing.poll()) {
                transport.tell(member, note);
            }
            transport.await(System.nanoTime() + TURN);
            boolean linked = transport.linked().contains(member);
            if (wasLinked && !linked) {
                closed = true;
            }
            wasLinked = linked;
        }
        transport.close();
    }

    @Override
    public void send(String note) throws IOException {
        if (closed) {
            throw new IOException("member " + member + " is out of reach");
        }
        outgoing.add(note);
        transport.wakeUp();
    }

    @Override
    public void hear(Consumer<String> ears) throws IOException {
        while (!closed) {
            try {
                String note = incoming.poll(TURN, TimeUnit.NANOSECONDS);
                if (note != null) {
                    ears.accept(note);
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        throw new IOException("member " + member + " is out of reach");
    }

    @Override
    public void close() {
        closed = true;
        transport.wakeUp();
    }

    @Override
    public void noted(String peer, String note) {
        if (peer.equals(member)) {
            incoming.offer(note);
        }
    }

    @Override
    public void linked(String peer) {
        if (peer.equals(member)) {
            met.countDown();
        }
    }

    @Override
    public void received(Envelope envelope) {
        // A client has no say in elections.
    }

    @Override
    public void asked(long client, String note) {
        // Clients do not ask each other.
    }

    @Override
    public void left(long client) {
        // Clients do not know each other.
    }

    @Override
    public void gone(String peer, long incarnation, boolean loopback) {
        // Seen by the link.
    }
}
