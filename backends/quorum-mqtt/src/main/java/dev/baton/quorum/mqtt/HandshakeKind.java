package dev.baton.quorum.mqtt;

import dev.baton.quorum.wire.MalformedMessageException;

/** The kind of a handshake message. */
enum HandshakeKind {
    /** Names a process that may be present. It proves nothing, because it can be a recorded one. */
    HELLO(0),
    /** Asks a process for proof that it is present. */
    CHALLENGE(1),
    /** Proves it, and asks for the same proof. */
    ANSWER(2),
    /** Proves it to the answering process. */
    CONFIRM(3),
    /** Reports, as a will, that a connection to the broker has ended. */
    GONE(4);

    /** The number in messages. */
    final int number;

    HandshakeKind(int number) {
        this.number = number;
    }

    static HandshakeKind of(int number) {
        for (HandshakeKind kind : values()) {
            if (kind.number == number) {
                return kind;
            }
        }
        throw new MalformedMessageException("unknown kind of handshake message");
    }
}
