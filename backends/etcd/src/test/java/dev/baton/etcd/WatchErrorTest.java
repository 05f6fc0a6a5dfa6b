package dev.baton.etcd;

import static org.awaitility.Awaitility.await;

import dev.baton.BatonClock;
import dev.baton.EndReason;
import dev.baton.spi.Backend;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.TransferRequest;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A change whose handling ends by an error of the JVM: the watch goes on. */
class WatchErrorTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    /** The first signal fails, as everything does that needs memory when there is none. */
    private static final class FailingSignals implements ContenderSignals {
        final AtomicInteger requests = new AtomicInteger();

        @Override
        public void tryNow() {}

        @Override
        public void claimGone(long epoch, EndReason reason) {}

        @Override
        public void transferRequested(TransferRequest request) {
            if (requests.incrementAndGet() == 1) {
                throw new OutOfMemoryError("test");
            }
        }
    }

    @Test
    void laterChangesAreStillReceived() {
        FailingSignals signals = new FailingSignals();
        try (EtcdContractStore store = new EtcdContractStore(1);
                Backend backend = store.open(BatonClock.system());
                Backend other = store.open(BatonClock.system())) {
            backend.contend(new ContenderSettings("nightly", "one", 0, "", signals))
                    .acquire(0)
                    .toCompletableFuture()
                    .join();
            for (int received = 1; received <= 2; received++) {
                int expected = received;
                await().atMost(SOON).until(() -> {
                    other.roster().send(new TransferRequest("nightly", "one", "other"));
                    return signals.requests.get() >= expected;
                });
            }
        }
    }
}
