package dev.baton.quorum.mqtt;

/**
 * The session of this process with another one: the result of one handshake. Its keys are made of both challenges, so that
 * frames of any other session are rejected. Used only by the member's thread.
 */
final class MqttSession {
    private static final long SILENCE_NANOS = 10_000_000_000L;
    private static final long KEEP_ALIVE_NANOS = 3_000_000_000L;

    final String name;
    final boolean client;
    final long incarnation;
    final Nonce connection;
    private final MqttFrameAuthenticator outgoing;
    private final MqttFrameAuthenticator incoming;
    private long receivedAt;
    private long sentAt;

    /**
     * Creates a session.
     *
     * @param proof the message that completed the handshake
     * @param own the challenge of this process
     * @param theirs the challenge of the other one
     */
    MqttSession(MqttSettings settings, HandshakeMessage proof, Nonce own, Nonce theirs, long now) {
        this.name = proof.from();
        this.client = proof.client();
        this.incarnation = proof.incarnation();
        this.connection = proof.connection();
        this.outgoing =
                new MqttFrameAuthenticator(settings.key(), settings.group(), settings.self(), own, name, theirs);
        this.incoming =
                new MqttFrameAuthenticator(settings.key(), settings.group(), name, theirs, settings.self(), own);
        this.receivedAt = now;
        this.sentAt = now;
    }

    byte[] seal(FrameKind kind, byte[] content, long now) {
        sentAt = now;
        return outgoing.seal(kind, content);
    }

    /** Returns the content of an authentic frame that is newer than all earlier ones. */
    byte[] open(FrameKind kind, byte[] frame, long now) {
        byte[] content = incoming.open(kind, frame);
        receivedAt = now;
        return content;
    }

    /** Returns whether a frame has arrived lately. */
    boolean isLive(long now) {
        return now - receivedAt < KEEP_ALIVE_NANOS + KEEP_ALIVE_NANOS / 2;
    }

    boolean isSilent(long now) {
        return now - receivedAt > SILENCE_NANOS;
    }

    boolean needsKeepAlive(long now) {
        return now - sentAt >= KEEP_ALIVE_NANOS;
    }

    long nextCheckAt() {
        return Math.min(sentAt + KEEP_ALIVE_NANOS, receivedAt + SILENCE_NANOS + 1);
    }
}
