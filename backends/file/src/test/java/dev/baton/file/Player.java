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

/** A candidate that a test moves by hand. */
record Player(FileBackend backend, FileContender contender, HeardSignals signals) {

    AcquireOutcome acquire() {
        return answer(contender.acquire(0));
    }

    Claim win() {
        AcquireOutcome outcome = acquire();
        assertThat(outcome).isInstanceOf(AcquireOutcome.Won.class);
        return ((AcquireOutcome.Won) outcome).claim();
    }

    AcquireOutcome.HeldBy mustWait() {
        AcquireOutcome outcome = acquire();
        assertThat(outcome).isInstanceOf(AcquireOutcome.HeldBy.class);
        return (AcquireOutcome.HeldBy) outcome;
    }

    Throwable fails() {
        AcquireOutcome outcome = acquire();
        assertThat(outcome).isInstanceOf(AcquireOutcome.Unknown.class);
        return ((AcquireOutcome.Unknown) outcome).cause();
    }

    RenewOutcome renew(Claim claim) {
        return Objects.requireNonNull(answer(backend.renew(List.of(claim))).get(claim));
    }

    ReleaseOutcome release(Claim claim) {
        return answer(contender.release(claim, ReleaseRequest.of(EndReason.RESIGNED)));
    }

    ReleaseOutcome transfer(Claim claim, String successor) {
        return answer(contender.release(claim, ReleaseRequest.toSuccessor(successor)));
    }

    /** As {@code kill -9} would: locks and sockets are gone, files stay. */
    void crash() {
        backend.neighbourhood().crash();
    }

    static <T> T answer(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
        } catch (Exception failed) {
            throw new AssertionError("no answer", failed);
        }
    }
}
