package dev.baton.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.EndReason;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.TransferRequest;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** With a ttl of 20 s the next regular poll comes within seconds, if the poller's thread still runs. */
class PollerErrorTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final LeaseOptions OPTIONS = LeaseOptions.of(Duration.ofSeconds(20));

    /** The first signal fails, as everything does that needs memory when there is none. */
    private static final class FailingSignals implements ContenderSignals {
        final AtomicInteger attempts = new AtomicInteger();

        @Override
        public void tryNow() {
            if (attempts.incrementAndGet() == 1) {
                throw new OutOfMemoryError("test");
            }
        }

        @Override
        public void claimGone(long epoch, EndReason reason) {}

        @Override
        public void transferRequested(TransferRequest request) {}
    }

    @Test // LEASE-5
    void standbyIsSignalledAfterAPollThatEndedByAnError() {
        FailingSignals signals = new FailingSignals();
        try (SqliteLeaseStore store = new SqliteLeaseStore();
                Backend one = open(store);
                Backend other = open(store)) {
            Contender leader = one.contend(new ContenderSettings("nightly", "one", 0, "", new SilentSignals()));
            AcquireOutcome won = leader.acquire(0).toCompletableFuture().join();
            Contender standby = other.contend(new ContenderSettings("nightly", "other", 0, "", signals));
            assertThat(standby.acquire(0).toCompletableFuture().join()).isInstanceOf(AcquireOutcome.HeldBy.class);

            leader.release(((AcquireOutcome.Won) won).claim(), ReleaseRequest.of(EndReason.RESIGNED))
                    .toCompletableFuture()
                    .join();

            Awaitility.await().atMost(SOON).until(() -> signals.attempts.get() > 1);
        }
    }

    private static Backend open(SqliteLeaseStore store) {
        return LeaseBackend.open(LeaseUrl.parse(store.url()).store(), OPTIONS, BatonClock.system());
    }
}
