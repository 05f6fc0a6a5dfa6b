package dev.baton.examples.harness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The actions that the relay accepts and refuses. */
class RelayLedgerTest {
    private final RelayLedger ledger = new RelayLedger();

    @BeforeEach
    void postTwoEvents() {
        ledger.post(new RelayEvent("e1", "hello"));
        ledger.post(new RelayEvent("e2", "hello again"));
    }

    @Test // FILE-13
    void refusesReplyWithLowerEpochThanTheHighestSeen() {
        assertThat(ledger.submit(reply("e1", 7))).isEqualTo(RelayVerdict.ACCEPTED);
        assertThat(ledger.submit(reply("e2", 6))).isEqualTo(RelayVerdict.STALE_EPOCH);
        assertThat(ledger.submit(reply("e2", 7))).isEqualTo(RelayVerdict.ACCEPTED);
        assertThat(ledger.statistics().stale()).isEqualTo(1);
    }

    @Test // FILE-13
    void refusesSecondReplyToAnEventEvenFromALaterTenure() {
        assertThat(ledger.submit(reply("e1", 7))).isEqualTo(RelayVerdict.ACCEPTED);
        assertThat(ledger.submit(reply("e1", 7))).isEqualTo(RelayVerdict.ALREADY_ANSWERED);
        assertThat(ledger.submit(reply("e1", 8))).isEqualTo(RelayVerdict.ALREADY_ANSWERED);
        assertThat(ledger.statistics().replies()).isEqualTo(1);
        assertThat(ledger.statistics().repeated()).isEqualTo(2);
    }

    @Test // FILE-13
    void epochSeenInARepeatedRequestEndsEarlierTenures() {
        ledger.submit(reply("e1", 7));
        ledger.submit(reply("e1", 8));
        assertThat(ledger.submit(reply("e2", 7))).isEqualTo(RelayVerdict.STALE_EPOCH);
    }

    @Test // FILE-3 FILE-13
    void unconfirmedTenureIsRefusedOnEverySurface() {
        assertThat(ledger.submit(reply("e1", 0))).isEqualTo(RelayVerdict.UNCONFIRMED);
        assertThat(ledger.submit(new AgentAction(Surface.REACTION, "e1", 0, "a", "seen")))
                .isEqualTo(RelayVerdict.UNCONFIRMED);
        assertThat(ledger.submit(new AgentAction(Surface.HEARTBEAT, "", 0, "a", "hm")))
                .isEqualTo(RelayVerdict.UNCONFIRMED);
        assertThat(ledger.submit(reply("e1", 1))).isEqualTo(RelayVerdict.ACCEPTED);
        assertThat(ledger.statistics().unconfirmed()).isEqualTo(3);
    }

    @Test // FILE-13
    void refusesReactionsAndHeartbeatsOfAFormerLeader() {
        assertThat(ledger.submit(new AgentAction(Surface.HEARTBEAT, "", 4, "b", "hm")))
                .isEqualTo(RelayVerdict.ACCEPTED);
        assertThat(ledger.submit(new AgentAction(Surface.HEARTBEAT, "", 3, "a", "hm")))
                .isEqualTo(RelayVerdict.STALE_EPOCH);
        assertThat(ledger.submit(new AgentAction(Surface.REACTION, "e1", 3, "a", "seen")))
                .isEqualTo(RelayVerdict.STALE_EPOCH);
        assertThat(ledger.submit(new AgentAction(Surface.REACTION, "e1", 4, "b", "seen")))
                .isEqualTo(RelayVerdict.ACCEPTED);
        assertThat(ledger.submit(new AgentAction(Surface.REACTION, "e1", 5, "c", "seen")))
                .isEqualTo(RelayVerdict.ALREADY_ACKNOWLEDGED);
    }

    @Test // FILE-13
    void replyToUnknownEventIsRefusedAndRaisesNoEpoch() {
        assertThat(ledger.submit(reply("e3", 99))).isEqualTo(RelayVerdict.UNKNOWN_EVENT);
        assertThat(ledger.submit(reply("e1", 1))).isEqualTo(RelayVerdict.ACCEPTED);
    }

    private static AgentAction reply(String event, long epoch) {
        return new AgentAction(Surface.DISPATCH, event, epoch, "a", "hi");
    }
}
