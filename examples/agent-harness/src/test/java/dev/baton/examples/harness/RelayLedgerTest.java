package dev.baton.examples.harness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the relay accepts, and what it refuses whoever sends it. */
class RelayLedgerTest {
    private final RelayLedger ledger = new RelayLedger();

    @BeforeEach
    void twoEventsArePosted() {
        ledger.post(new RelayEvent("e1", "hello"));
        ledger.post(new RelayEvent("e2", "hello again"));
    }

    @Test // FILE-13
    void refusesReplyWithLowerEpochThanTheHighestSeen() {
        assertThat(ledger.judge(reply("e1", 7))).isEqualTo(RelayResponse.ACCEPTED);
        assertThat(ledger.judge(reply("e2", 6))).isEqualTo(RelayResponse.STALE_EPOCH);
        assertThat(ledger.judge(reply("e2", 7))).isEqualTo(RelayResponse.ACCEPTED);
        assertThat(ledger.tally().stale()).isEqualTo(1);
    }

    @Test // FILE-13
    void refusesSecondReplyToAnEventEvenFromALaterTenure() {
        assertThat(ledger.judge(reply("e1", 7))).isEqualTo(RelayResponse.ACCEPTED);
        assertThat(ledger.judge(reply("e1", 7))).isEqualTo(RelayResponse.ALREADY_ANSWERED);
        assertThat(ledger.judge(reply("e1", 8))).isEqualTo(RelayResponse.ALREADY_ANSWERED);
        assertThat(ledger.tally().replies()).isEqualTo(1);
        assertThat(ledger.tally().repeated()).isEqualTo(2);
    }

    @Test // FILE-13
    void epochSeenInARepeatedRequestEndsEarlierTenures() {
        ledger.judge(reply("e1", 7));
        ledger.judge(reply("e1", 8));
        assertThat(ledger.judge(reply("e2", 7))).isEqualTo(RelayResponse.STALE_EPOCH);
    }

    @Test // FILE-3 FILE-13
    void unconfirmedTenureIsRefusedOnEverySurface() {
        assertThat(ledger.judge(reply("e1", 0))).isEqualTo(RelayResponse.UNCONFIRMED);
        assertThat(ledger.judge(new AgentAction(Surface.REACTION, "e1", 0, "a", "seen")))
                .isEqualTo(RelayResponse.UNCONFIRMED);
        assertThat(ledger.judge(new AgentAction(Surface.HEARTBEAT, "", 0, "a", "hm")))
                .isEqualTo(RelayResponse.UNCONFIRMED);
        assertThat(ledger.judge(reply("e1", 1))).isEqualTo(RelayResponse.ACCEPTED);
        assertThat(ledger.tally().unconfirmed()).isEqualTo(3);
    }

    @Test // FILE-13
    void refusesReactionsAndHeartbeatsOfAFormerLeader() {
        assertThat(ledger.judge(new AgentAction(Surface.HEARTBEAT, "", 4, "b", "hm")))
                .isEqualTo(RelayResponse.ACCEPTED);
        assertThat(ledger.judge(new AgentAction(Surface.HEARTBEAT, "", 3, "a", "hm")))
                .isEqualTo(RelayResponse.STALE_EPOCH);
        assertThat(ledger.judge(new AgentAction(Surface.REACTION, "e1", 3, "a", "seen")))
                .isEqualTo(RelayResponse.STALE_EPOCH);
        assertThat(ledger.judge(new AgentAction(Surface.REACTION, "e1", 4, "b", "seen")))
                .isEqualTo(RelayResponse.ACCEPTED);
        assertThat(ledger.judge(new AgentAction(Surface.REACTION, "e1", 5, "c", "seen")))
                .isEqualTo(RelayResponse.ALREADY_ACKNOWLEDGED);
    }

    @Test // FILE-13
    void replyToUnknownEventIsRefusedAndRaisesNoEpoch() {
        assertThat(ledger.judge(reply("e3", 99))).isEqualTo(RelayResponse.UNKNOWN_EVENT);
        assertThat(ledger.judge(reply("e1", 1))).isEqualTo(RelayResponse.ACCEPTED);
    }

    private static AgentAction reply(String event, long epoch) {
        return new AgentAction(Surface.DISPATCH, event, epoch, "a", "hi");
    }
}
