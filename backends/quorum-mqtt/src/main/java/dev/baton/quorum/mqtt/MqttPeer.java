package dev.baton.quorum.mqtt;

import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.wire.MemberHello;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Another member that has proved its presence at least once. */
final class MqttPeer {
    final String name;
    final List<Envelope> unsent = new ArrayList<>();

    /** The session of the process that is accepted as this member. */
    @Nullable
    MqttSession open;

    /** Another process with this name, which waits until the accepted one has answered or not. */
    @Nullable
    MqttSession challenger;

    Optional<MemberHello> challengerHello = Optional.empty();
    long challengeEndsAt = Long.MAX_VALUE;

    /** The connection of a refused process, with which no further handshake is made. */
    Nonce refused = Nonce.NONE;

    MqttPeer(String name) {
        this.name = name;
    }

    List<Envelope> takeUnsent() {
        List<Envelope> taken = List.copyOf(unsent);
        unsent.clear();
        return taken;
    }

    void forgetChallenger() {
        challenger = null;
        challengerHello = Optional.empty();
        challengeEndsAt = Long.MAX_VALUE;
    }
}
