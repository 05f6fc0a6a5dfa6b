package dev.baton.cli;

import dev.baton.BatonException;
import dev.baton.Election;
import dev.baton.TransferDecision;
import dev.baton.TransferResult;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Waits for the outcome of a transfer: the store pushes that the target leads, and the leader's status has its answer.
 *
 * @param start when the request was made, in nanoseconds of the monotonic clock
 */
record TransferWait(Election election, String target, String requestId, long start) {
    private static final Duration POLL_INTERVAL = Duration.ofMillis(200);

    /** Prints the outcome and returns the exit code. */
    int await(Invocation call, Duration timeout) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        AtomicLong ledAt = new AtomicLong();
        election.observe(leader -> {
            if (leader.filter(now -> now.instanceId().equals(target)).isPresent()
                    && ledAt.compareAndSet(0, System.nanoTime())) {
                done.countDown();
            }
        });
        Optional<TransferResult> answer = Optional.empty();
        String unread = "";
        while (!done.await(POLL_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
            try {
                answer = answer.isPresent() ? answer : election.transferResult(requestId);
                unread = "";
            } catch (BatonException failure) {
                // The request was sent: its outcome may be read later.
                unread = ". The store could not be read: " + TextTable.plain(String.valueOf(failure.getMessage()));
            }
            if (answer.filter(result -> result.decision() != TransferDecision.ACCEPTED)
                    .isPresent()) {
                TransferResult refused = answer.get();
                return call.refuse(refused.decision().code() + ": " + TextTable.plain(refused.reason()));
            }
            if (System.nanoTime() - start > timeout.toNanos()) {
                call.context().error(noOutcome(answer.isPresent(), timeout) + unread);
                return ExitCode.GAVE_UP;
            }
        }
        call.out().println("done after " + ShortDuration.exact(Duration.ofNanos(ledAt.get() - start)));
        return ExitCode.DONE;
    }

    private String noOutcome(boolean accepted, Duration timeout) {
        String time = " within " + ShortDuration.exact(timeout);
        return accepted
                ? "the leader accepted the transfer, but " + target + " does not lead" + time
                : "no answer" + time + "; baton status shows who leads";
    }
}
