package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.quorum.step.ConfigId;
import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.PeerMessage;
import java.util.List;
import org.junit.jupiter.api.Test;

class EarlierPeersTest {
    private static final Membership OWN = Membership.founding(List.of("a", "b", "c"));
    /** What version 0.1 computes for this list. */
    private static final ConfigId OF_VERSION_01 = new ConfigId(0, 0, -627513381);

    private final EarlierPeers peers = new EarlierPeers();

    private static Envelope message(String from, String to, ConfigId config) {
        return new Envelope(from, to, "job", 1, config, new PeerMessage.VoteGrant(4, from));
    }

    @Test // QUORUM-3
    void memberOfVersion01GetsAndSendsItsOwnChecksum() {
        peers.connected("b");
        assertThat(peers.toSend(message("a", "b", OWN.id()), OWN)).isEqualTo(message("a", "b", OF_VERSION_01));
        assertThat(peers.received(message("b", "a", OF_VERSION_01), OWN)).isEqualTo(message("b", "a", OWN.id()));
    }

    @Test // QUORUM-3
    void memberThatHasIntroducedItselfGetsAndMustSendTheHash() {
        peers.introduced("b");
        peers.connected("b");
        assertThat(peers.toSend(message("a", "b", OWN.id()), OWN)).isEqualTo(message("a", "b", OWN.id()));
        assertThat(peers.received(message("b", "a", OF_VERSION_01), OWN)
                        .config()
                        .contradicts(OWN.id()))
                .isTrue();
    }

    @Test // QUORUM-3
    void nextProcessWithTheNameMayHaveAnotherVersion() {
        peers.introduced("b");
        peers.connected("b");
        peers.disconnected("b");
        peers.connected("b");
        assertThat(peers.toSend(message("a", "b", OWN.id()), OWN).config()).isEqualTo(OF_VERSION_01);
        peers.introduced("b");
        assertThat(peers.toSend(message("a", "b", OWN.id()), OWN).config()).isEqualTo(OWN.id());
    }

    @Test // QUORUM-3
    void otherListOfVersion01StaysAnotherList() {
        peers.connected("b");
        ConfigId other = Membership.founding(List.of("a", "b", "d")).idOfVersion01();
        assertThat(peers.received(message("b", "a", other), OWN).config().contradicts(OWN.id()))
                .isTrue();
    }
}
