package dev.baton.console.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.LeaderInfo;
import dev.baton.TransferDecision;
import dev.baton.TransferResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The stages of a requested transfer. */
class RequestedTransferTest {
    private static final long START = 1_000;
    private static final long LATER = START + Duration.ofMillis(8).toNanos();
    private static final long OVERDUE = START + RequestedTransfer.LIMIT.toNanos();
    private static final RequestedTransfer SENT =
            new RequestedTransfer(new ElectionKey("s0", "nightly"), "r1", "b", "127.0.0.1", START);

    @Test // API-8
    void isDoneWhenTheTargetLeads() {
        RequestedTransfer done = SENT.next(leader("b"), Optional.empty(), LATER);
        assertThat(done.stage()).isEqualTo(TransferStage.DONE);
        assertThat(done.length()).isEqualTo(Duration.ofMillis(8));
        assertThat(SENT.next(leader("b"), Optional.empty(), OVERDUE).stage()).isEqualTo(TransferStage.DONE);
        assertThat(SENT.next(leader("a"), Optional.empty(), LATER)).isEqualTo(SENT);
    }

    @Test // API-8
    void isRefusedForTheReasonOfTheLeader() {
        RequestedTransfer refused =
                SENT.next(leader("a"), answer(TransferDecision.REFUSED, "b is\u0000unhealthy"), LATER);
        assertThat(refused.stage()).isEqualTo(TransferStage.REFUSED);
        assertThat(refused.reason()).isEqualTo("b is unhealthy");
        String longReason = SENT.next(leader("a"), answer(TransferDecision.REFUSED, "x".repeat(100_000)), LATER)
                .reason();
        assertThat(longReason).hasSizeLessThanOrEqualTo(301);
    }

    @Test // API-8
    void isRefusedIfTheTargetCannotLeadNext() {
        String reason = "b cannot lead next: a candidate of another program is next in the queue";
        RequestedTransfer blocked = SENT.next(leader("a"), answer(TransferDecision.BLOCKED, reason), LATER);
        assertThat(blocked.stage()).isEqualTo(TransferStage.REFUSED);
        assertThat(blocked.reason()).isEqualTo(reason);
    }

    @Test // API-8
    void distinguishesNoAnswerFromAnAcceptedTransferThatDoesNotHappen() {
        assertThat(SENT.next(leader("a"), Optional.empty(), OVERDUE - 1)).isEqualTo(SENT);
        assertThat(SENT.next(leader("a"), Optional.empty(), OVERDUE).stage()).isEqualTo(TransferStage.UNANSWERED);
        RequestedTransfer accepted = SENT.next(Optional.empty(), answer(TransferDecision.ACCEPTED, ""), LATER);
        assertThat(accepted.stage()).isEqualTo(TransferStage.ACCEPTED);
        assertThat(accepted.next(Optional.empty(), Optional.empty(), OVERDUE - 1))
                .isEqualTo(accepted);
        assertThat(accepted.next(leader("a"), Optional.empty(), OVERDUE).stage())
                .isEqualTo(TransferStage.NOT_ACQUIRED);
    }

    @Test // API-8
    void staysAtItsEnd() {
        RequestedTransfer unanswered = SENT.next(leader("a"), Optional.empty(), OVERDUE);
        assertThat(unanswered.next(leader("b"), Optional.empty(), OVERDUE + 1)).isEqualTo(unanswered);
    }

    private static Optional<TransferResult> answer(TransferDecision decision, String reason) {
        return Optional.of(new TransferResult("nightly", "r1", decision, reason));
    }

    private static Optional<LeaderInfo> leader(String id) {
        return Optional.of(new LeaderInfo("nightly", id, 1, Instant.EPOCH, Optional.empty()));
    }
}
