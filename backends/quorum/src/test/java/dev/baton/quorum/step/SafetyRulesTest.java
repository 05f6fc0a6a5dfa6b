package dev.baton.quorum.step;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The rules about lists and late messages, one by one. */
class SafetyRulesTest {
    private static final SafetyRules RULES = SafetyRules.SAFE;
    private static final TimingNanos TIMING = new TimingNanos(QuorumTiming.standard());

    @Test // QUORUM-7
    void memberWithOlderListIsNotSupported() {
        ConfigId older = new ConfigId(1, 4, 0);
        ConfigId newer = new ConfigId(2, 0, 0);
        assertThat(RULES.acceptsConfig(older, newer)).isFalse();
        assertThat(RULES.acceptsConfig(newer, newer)).isTrue();
        assertThat(RULES.acceptsConfig(newer, older)).isTrue();
    }

    @Test // QUORUM-7
    void listIsReplacedAfterMajorityHasItAndOlderLeasesHaveEnded() {
        assertThat(RULES.mayReplace(true, TIMING.longestLease, TIMING)).isFalse();
        assertThat(RULES.mayReplace(false, 2 * TIMING.longestLease, TIMING)).isFalse();
        assertThat(RULES.mayReplace(true, TIMING.longestLease + 1, TIMING)).isTrue();
    }

    @Test // QUORUM-7
    void listOfEarlierLeaderIsNotConfirmed() {
        assertThat(RULES.mayConfirm(1, 2)).isFalse();
        assertThat(RULES.mayConfirm(2, 2)).isTrue();
    }

    @Test // QUORUM-7
    void noVoteAtOrBelowFloor() {
        assertThat(RULES.isAboveFloor(3, 3)).isFalse();
        assertThat(RULES.isAboveFloor(4, 3)).isTrue();
    }

    @Test // QUORUM-4
    void resignationEndsNoPromiseOfLaterTerm() {
        LeasePromise promise = new LeasePromise("c", 3, 1, Long.MAX_VALUE);
        assertThat(RULES.endsPromise(promise, new PeerMessage.Resign(2, "c", false)))
                .isFalse();
        assertThat(RULES.endsPromise(promise, new PeerMessage.Resign(3, "b", false)))
                .isFalse();
        assertThat(RULES.endsPromise(promise, new PeerMessage.Resign(3, "c", false)))
                .isTrue();
    }
}
