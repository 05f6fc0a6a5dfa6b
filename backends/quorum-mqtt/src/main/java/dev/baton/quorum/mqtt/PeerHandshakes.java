package dev.baton.quorum.mqtt;

import dev.baton.quorum.wire.MalformedMessageException;
import java.util.function.Supplier;

/**
 * The handshakes of this process. Two processes prove to each other that they have the key and receive each other's
 * messages now: each returns a challenge that the other one made for this handshake only. Everything else, such as a
 * greeting, can be a recording, and only causes a challenge.
 *
 * <p>Of two members, the first by name sends the challenge; to a member, a client does.
 */
final class PeerHandshakes {
    private static final long RETRY_NANOS = 200_000_000;
    private static final long ANSWER_INTERVAL_NANOS = 2_000_000;

    private final MqttSettings settings;
    private final PendingHandshakes challenged = new PendingHandshakes();
    private final PendingHandshakes hinted = new PendingHandshakes();
    private final PendingHandshakes answeredMembers = new PendingHandshakes();
    private final PendingHandshakes answeredClients = new PendingHandshakes();
    private Nonce connection = Nonce.NONE;
    private Supplier<String> introduction = () -> "";

    /** Sends handshake messages and receives their result. */
    interface Owner {
        void send(String to, byte[] message);

        /** Returns whether there is a session with this connection of the process. */
        boolean hasSession(String name, Nonce connection);

        /** Returns whether that session has received something lately. */
        boolean isLive(String name, long now);

        /** The process has proved that it is present. */
        void proved(HandshakeMessage proof, MqttSession session, long now);
    }

    PeerHandshakes(MqttSettings settings) {
        this.settings = settings;
    }

    void introduce(Supplier<String> note) {
        introduction = note;
    }

    /** This process has a new connection to the broker. Handshakes of earlier ones end. */
    void connected(Nonce number) {
        connection = number;
        challenged.clear();
        hinted.clear();
        answeredMembers.clear();
        answeredClients.clear();
    }

    /** Returns the greeting to all members. */
    byte[] greeting() {
        return message(HandshakeKind.HELLO, "", false, Nonce.NONE, Nonce.NONE, "");
    }

    /** Returns the will for a connection with this number. */
    byte[] will(Nonce number) {
        return seal(HandshakeKind.GONE, "", number, false, Nonce.NONE, Nonce.NONE, "");
    }

    private byte[] message(
            HandshakeKind kind, String to, boolean asks, Nonce challenge, Nonce echo, String introduced) {
        return seal(kind, to, connection, asks, challenge, echo, introduced);
    }

    private byte[] seal(
            HandshakeKind kind, String to, Nonce number, boolean asks, Nonce challenge, Nonce echo, String introduced) {
        return new HandshakeMessage(
                        kind,
                        settings.isClient(),
                        settings.self(),
                        to,
                        settings.incarnation(),
                        number,
                        asks,
                        challenge,
                        echo,
                        introduced)
                .seal(settings.key(), settings.group());
    }

    void received(HandshakeMessage message, Owner owner, long now) {
        boolean isBroadcast = message.to().isEmpty() && message.kind() == HandshakeKind.HELLO;
        MalformedMessageException.require(
                isBroadcast || message.to().equals(settings.self()), "handshake message to another process");
        if (message.from().equals(settings.self()) || (message.client() && settings.isClient())) {
            return;
        }
        switch (message.kind()) {
            case HELLO -> helloReceived(message, owner, now);
            case CHALLENGE -> challengeReceived(message, owner, now);
            case ANSWER -> answerReceived(message, owner, now);
            case CONFIRM -> confirmReceived(message, owner, now);
            case GONE -> throw new MalformedMessageException("a will outside its topic");
        }
    }

    private void helloReceived(HandshakeMessage hello, Owner owner, long now) {
        String name = hello.from();
        boolean isKnown = owner.hasSession(name, hello.connection());
        if (settings.isClient() || hello.client() || (isKnown && (!hello.asks() || owner.isLive(name, now)))) {
            return;
        }
        if (settings.self().compareTo(name) < 0) {
            challenge(name, owner, now);
        } else if (!hinted.hasSince(name, now - RETRY_NANOS)) {
            hinted.put(name, new PendingHandshakes.Pending(Nonce.NONE, Nonce.NONE, Nonce.NONE, now));
            owner.send(name, message(HandshakeKind.HELLO, name, true, Nonce.NONE, Nonce.NONE, ""));
        }
    }

    /** Starts a handshake, unless one has just begun. */
    void challenge(String name, Owner owner, long now) {
        if (!challenged.hasSince(name, now - RETRY_NANOS)) {
            Nonce challenge = Nonce.random();
            challenged.put(name, new PendingHandshakes.Pending(challenge, Nonce.NONE, Nonce.NONE, now));
            owner.send(name, message(HandshakeKind.CHALLENGE, name, false, challenge, Nonce.NONE, ""));
        }
    }

    private void challengeReceived(HandshakeMessage challenge, Owner owner, long now) {
        String name = challenge.from();
        boolean isTheirTurn = challenge.client() || name.compareTo(settings.self()) < 0;
        PendingHandshakes answered = answered(challenge);
        if (settings.isClient() || !isTheirTurn || answered.hasSince(name, now - ANSWER_INTERVAL_NANOS)) {
            return;
        }
        Nonce own = Nonce.random();
        answered.put(name, new PendingHandshakes.Pending(own, challenge.challenge(), challenge.connection(), now));
        String introduced = challenge.client() ? "" : introduction.get();
        owner.send(name, message(HandshakeKind.ANSWER, name, false, own, challenge.challenge(), introduced));
    }

    private PendingHandshakes answered(HandshakeMessage message) {
        return message.client() ? answeredClients : answeredMembers;
    }

    private void answerReceived(HandshakeMessage answer, Owner owner, long now) {
        String name = answer.from();
        PendingHandshakes.Pending pending = challenged.complete(name, answer.echo(), now);
        if (pending == null || (owner.hasSession(name, answer.connection()) && owner.isLive(name, now))) {
            return;
        }
        String introduced = settings.isClient() ? "" : introduction.get();
        owner.send(name, message(HandshakeKind.CONFIRM, name, false, Nonce.NONE, answer.challenge(), introduced));
        owner.proved(answer, new MqttSession(settings, answer, pending.own(), answer.challenge(), now), now);
    }

    private void confirmReceived(HandshakeMessage confirm, Owner owner, long now) {
        PendingHandshakes.Pending pending = answered(confirm).complete(confirm.from(), confirm.echo(), now);
        if (pending != null && pending.connection().equals(confirm.connection())) {
            owner.proved(confirm, new MqttSession(settings, confirm, pending.own(), pending.theirs(), now), now);
        }
    }
}
