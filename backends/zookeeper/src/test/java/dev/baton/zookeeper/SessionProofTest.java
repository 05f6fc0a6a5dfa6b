package dev.baton.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.EndReason;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ReleaseRequest;
import dev.baton.testkit.ManualClock;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Nobody leads before a second write, a quarter of the session after the first, has proven that the session lives. The
 * clocks stop unless a test moves them, so a candidate that would have to wait cannot lead.
 */
class SessionProofTest {
    private static final String ELECTION = "proof";

    private final ZkContractStore store = new ZkContractStore(1);

    @AfterEach
    void close() {
        store.close();
    }

    private static Contender contender(ZkBackend backend, String id) {
        return backend.contend(new ContenderSettings(ELECTION, id, 0, "", new NoSignals()));
    }

    private static <T> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    private static Duration gap(ZkBackend backend) {
        return backend.context().options().proofGap();
    }

    @Test // API-2
    void newSessionDoesNotLeadBeforeItsProofHoweverOftenItWrites() throws Exception {
        ManualClock clock = new ManualClock();
        ZkBackend backend = (ZkBackend) store.open(clock);
        Contender contender = contender(backend, "new");
        assertThat(get(contender.acquire(0))).isInstanceOf(AcquireOutcome.Unknown.class);
        ZkLink link = backend.context().session().link().orElseThrow();
        assertThat(writes(link)).isGreaterThan(2);
        assertThat(link.writes().countsFrom()).isEmpty();
        assertThat(store.snapshot(ELECTION).epochNode()).isEmpty();
        clock.advance(gap(backend).minusNanos(1));
        assertThat(get(contender.acquire(0))).isInstanceOf(AcquireOutcome.Unknown.class);
        assertThat(store.snapshot(ELECTION).epochNode()).isEmpty();
        clock.advance(Duration.ofNanos(1));
        assertThat(get(contender.acquire(0))).isInstanceOf(AcquireOutcome.Won.class);
        assertThat(link.writes().countsFrom()).isPresent();
    }

    /** Returns how often the session has written to its node. */
    private int writes(ZkLink link) {
        ZkRequests requests = store.requests();
        return requests.get(requests.read(store.paths.session(link)))
                .orElseThrow()
                .version();
    }

    @Test // API-2
    void standbyThatHasBeenRenewingLeadsWithoutAnotherWait() throws Exception {
        ZkBackend first = (ZkBackend) store.open(BatonClock.system());
        Contender leader = contender(first, "leader");
        AcquireOutcome.Won won = (AcquireOutcome.Won) Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> get(leader.acquire(0)), AcquireOutcome.Won.class::isInstance);
        ManualClock clock = new ManualClock();
        ZkBackend second = (ZkBackend) store.open(clock);
        Contender standby = contender(second, "standby");
        assertThat(get(standby.acquire(0))).isInstanceOf(AcquireOutcome.HeldBy.class);
        ZkLink link = second.context().session().link().orElseThrow();
        int before = writes(link);
        // The upkeep writes when its interval has passed, although nobody leads here.
        clock.advance(gap(second));
        Awaitility.await("the standby renews its session").until(() -> writes(link) > before);
        assertThat(link.writes().countsFrom()).isPresent();
        int renewed = writes(link);
        get(leader.release(won.claim(), ReleaseRequest.of(EndReason.RESIGNED)));
        AcquireOutcome next = get(standby.acquire(0));
        assertThat(next).isInstanceOf(AcquireOutcome.Won.class);
        assertThat(((AcquireOutcome.Won) next).claim().epoch())
                .isGreaterThan(won.claim().epoch());
        // Only the write that confirms the tenure: nothing had to be proven first.
        assertThat(writes(link)).isEqualTo(renewed + 1);
    }
}
