package dev.baton.examples.harness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the relay accepts, and what it refuses whoever sends it. */
class LedgerTest {
    private final Ledger ledger = new Ledger();

    @BeforeEach
    void twoEventsArePosted() {
        ledger.post(new RelayEvent("e1", "hello"));
        ledger.post(new RelayEvent("e2", "hello again"));
    }

    @Test // FILE-13
    void aReplyWithALowerEpochThanTheHighestSeenIsRefused() {
        assertThat(ledger.judge(reply("e1", 7))).isEqualTo(Verdict.ACCEPTED);
        assertThat(ledger.judge(reply("e2", 6))).isEqualTo(Verdict.STALE_EPOCH);
        assertThat(ledger.judge(reply("e2", 7))).isEqualTo(Verdict.ACCEPTED);
        assertThat(ledger.tally().stale()).isEqualTo(1);
    }

    @Test // FILE-13
    void aReplyToAnAnsweredEventIsRefusedAlsoFromALaterReign() {
        assertThat(ledger.judge(reply("e1", 7))).isEqualTo(Verdict.ACCEPTED);
        assertThat(ledger.judge(reply("e1", 7))).isEqualTo(Verdict.ALREADY_ANSWERED);
        assertThat(ledger.judge(reply("e1", 8))).isEqualTo(Verdict.ALREADY_ANSWERED);
        assertThat(ledger.tally().replies()).isEqualTo(1);
        assertThat(ledger.tally().repeated()).isEqualTo(2);
    }

    @Test // FILE-13
    void aReignThatWasSeenInARepetitionEndsTheEarlierOnes() {
        ledger.judge(reply("e1", 7));
        ledger.judge(reply("e1", 8));
        assertThat(ledger.judge(reply("e2", 7))).isEqualTo(Verdict.STALE_EPOCH);
    }

    @Test // FILE-3 FILE-13
    void anUnconfirmedReignIsRefusedOnEverySurface() {
        assertThat(ledger.judge(reply("e1", 0))).isEqualTo(Verdict.UNCONFIRMED);
        assertThat(ledger.judge(new Act(Surface.REACTION, "e1", 0, "a", "seen")))
                .isEqualTo(Verdict.UNCONFIRMED);
        assertThat(ledger.judge(new Act(Surface.HEARTBEAT, "", 0, "a", "hm"))).isEqualTo(Verdict.UNCONFIRMED);
        assertThat(ledger.judge(reply("e1", 1))).isEqualTo(Verdict.ACCEPTED);
        assertThat(ledger.tally().unconfirmed()).isEqualTo(3);
    }

    @Test // FILE-13
    void reactionsAndHeartbeatsOfAFormerLeaderAreRefusedToo() {
        assertThat(ledger.judge(new Act(Surface.HEARTBEAT, "", 4, "b", "hm"))).isEqualTo(Verdict.ACCEPTED);
        assertThat(ledger.judge(new Act(Surface.HEARTBEAT, "", 3, "a", "hm"))).isEqualTo(Verdict.STALE_EPOCH);
        assertThat(ledger.judge(new Act(Surface.REACTION, "e1", 3, "a", "seen")))
                .isEqualTo(Verdict.STALE_EPOCH);
        assertThat(ledger.judge(new Act(Surface.REACTION, "e1", 4, "b", "seen")))
                .isEqualTo(Verdict.ACCEPTED);
        assertThat(ledger.judge(new Act(Surface.REACTION, "e1", 5, "c", "seen")))
                .isEqualTo(Verdict.ALREADY_ACKNOWLEDGED);
    }

    @Test // FILE-13
    void anUnknownEventHasNoAnswerAndRaisesNoEpoch() {
        assertThat(ledger.judge(reply("e3", 99))).isEqualTo(Verdict.UNKNOWN_EVENT);
        assertThat(ledger.judge(reply("e1", 1))).isEqualTo(Verdict.ACCEPTED);
    }

    private static Act reply(String event, long epoch) {
        return new Act(Surface.DISPATCH, event, epoch, "a", "hi");
    }
}
