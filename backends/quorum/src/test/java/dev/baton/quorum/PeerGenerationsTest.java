package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** An earlier copy of a disk is told from an introduction that was overtaken by later votes. */
class PeerGenerationsTest {
    private static final long DISK = 7;
    private final PeerGenerations generations = new PeerGenerations();

    @Test // QUORUM-4
    void laterStartWithFewerVotesHasGoneBack() {
        generations.accepted("b", DISK, 1, 10);
        assertThat(generations.hasGoneBack("b", DISK, 2, 9)).isTrue();
        assertThat(generations.hasGoneBack("b", DISK, 2, 10)).isFalse();
        generations.announced("b", 11);
        assertThat(generations.hasGoneBack("b", DISK, 2, 10)).isTrue();
    }

    @Test // QUORUM-4
    void overtakenIntroductionOfRunningProcessIsNoProof() {
        generations.accepted("b", DISK, 1, 10);
        generations.announced("b", 11);
        assertThat(generations.hasGoneBack("b", DISK, 1, 10)).isFalse();
        generations.accepted("b", DISK, 1, 10);
        assertThat(generations.hasGoneBack("b", DISK, 2, 10)).isTrue();
    }

    @Test // QUORUM-4
    void newDiskStartsFromTheBeginning() {
        generations.accepted("b", DISK, 1, 10);
        assertThat(generations.hasGoneBack("b", DISK + 1, 2, 0)).isFalse();
        generations.accepted("b", DISK + 1, 2, 0);
        assertThat(generations.hasGoneBack("b", DISK + 1, 3, 0)).isFalse();
    }
}
