package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.EndReason;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** A candidate that a test controls step by step. */
record TestContender(FileBackend backend, FileContender contender, RecordedSignals signals) {

    AcquireOutcome acquire() {
        return await(contender.acquire(0));
    }

    Claim win() {
        AcquireOutcome outcome = acquire();
        assertThat(outcome).isInstanceOf(AcquireOutcome.Won.class);
        return ((AcquireOutcome.Won) outcome).claim();
    }

    AcquireOutcome.HeldBy expectHeld() {
        AcquireOutcome outcome = acquire();
        assertThat(outcome).isInstanceOf(AcquireOutcome.HeldBy.class);
        return (AcquireOutcome.HeldBy) outcome;
    }

    Throwable expectFailure() {
        AcquireOutcome outcome = acquire();
        assertThat(outcome).isInstanceOf(AcquireOutcome.Unknown.class);
        return ((AcquireOutcome.Unknown) outcome).cause();
    }

    RenewOutcome renew(Claim claim) {
        return Objects.requireNonNull(await(backend.renew(List.of(claim))).get(claim));
    }

    ReleaseOutcome release(Claim claim) {
        return await(contender.release(claim, ReleaseRequest.of(EndReason.RESIGNED)));
    }

    ReleaseOutcome transfer(Claim claim, String successor) {
        return await(contender.release(claim, ReleaseRequest.toSuccessor(successor)));
    }

    /** Simulates {@code kill -9}: locks and sockets are closed, files stay. */
    void crash() {
        backend.peers().crash();
    }

    static <T> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
        } catch (Exception failed) {
            throw new AssertionError("no result within 20 s", failed);
        }
    }
}
