package dev.baton.quorum;

import dev.baton.quorum.step.ConfigId;
import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.Membership;
import java.util.HashSet;
import java.util.Set;

/**
 * The connected peers of version 0.1, which connect without an introduction. They compare member lists by a checksum of
 * their own, so the identity of the list is translated for them. Used only by the member's thread.
 */
final class EarlierPeers {
    private final Set<String> introduced = new HashSet<>();
    private final Set<String> earlier = new HashSet<>();

    void introduced(String peer) {
        introduced.add(peer);
        earlier.remove(peer);
    }

    void connected(String peer) {
        if (!introduced.contains(peer)) {
            earlier.add(peer);
        }
    }

    /** The next process with this name may have another version. */
    void disconnected(String peer) {
        introduced.remove(peer);
        earlier.remove(peer);
    }

    /** Returns the message as its receiver understands it. */
    Envelope toSend(Envelope envelope, Membership own) {
        return earlier.contains(envelope.to()) && envelope.config().equals(own.id())
                ? with(own.idOfVersion01(), envelope)
                : envelope;
    }

    /** Returns the message of a peer as one of this version. */
    Envelope received(Envelope envelope, Membership own) {
        return earlier.contains(envelope.from()) && envelope.config().equals(own.idOfVersion01())
                ? with(own.id(), envelope)
                : envelope;
    }

    private static Envelope with(ConfigId config, Envelope envelope) {
        return new Envelope(
                envelope.from(),
                envelope.to(),
                envelope.election(),
                envelope.incarnation(),
                config,
                envelope.message());
    }
}
