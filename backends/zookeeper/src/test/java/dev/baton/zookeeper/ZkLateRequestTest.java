package dev.baton.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.EndReason;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ReleaseRequest;
import dev.baton.testkit.FaultProxy;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that arrive after they were given up, and answers that are lost, at any moment of an attempt. */
class ZkLateRequestTest {
    private static final String ELECTION = "late";

    private final ZkContractStore store = new ZkContractStore(1);
    private final FaultProxy proxy = store.proxies.get(0);
    private final ZkBackend backend = (ZkBackend) store.open(BatonClock.system());
    private final Contender contender = backend.contend(new ContenderSettings(ELECTION, "one", 0, "", new NoSignals()));

    @AfterEach
    void close() {
        store.close();
    }

    private static <T> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    private static ConditionFactory eventually(String what) {
        return Awaitility.await(what).atMost(Duration.ofSeconds(30));
    }

    private AcquireOutcome.Won won() {
        return (AcquireOutcome.Won) eventually("the candidate leads")
                .until(() -> get(contender.acquire(0)), AcquireOutcome.Won.class::isInstance);
    }

    private void withdrawUntilConfirmed() {
        eventually("the withdrawal is confirmed").ignoreExceptions().until(() -> {
            get(contender.withdraw());
            return true;
        });
    }

    /** Leads once, and then makes an attempt that is disturbed before the given delivery of data. */
    private long disturbedAttempt(int delivery, Runnable fault) throws Exception {
        AcquireOutcome.Won first = won();
        get(contender.release(first.claim(), ReleaseRequest.of(EndReason.RESIGNED)));
        AtomicInteger deliveries = new AtomicInteger();
        proxy.onTraffic(() -> {
            if (deliveries.incrementAndGet() == delivery) {
                fault.run();
            }
        });
        AcquireOutcome outcome = get(contender.acquire(0));
        // Answers of the upkeep count as well, so the attempt may have ended before.
        if (outcome instanceof AcquireOutcome.Won won) {
            proxy.heal();
            get(contender.release(won.claim(), ReleaseRequest.of(EndReason.RESIGNED)));
        }
        return first.claim().epoch();
    }

    private void assertNoNodeStays(long epoch) {
        Awaitility.await("no node appears")
                .during(Duration.ofMillis(300))
                .atMost(Duration.ofSeconds(30))
                .until(() -> store.snapshot(ELECTION).candidates().isEmpty());
        assertThat(won().claim().epoch()).isGreaterThan(epoch);
        assertThat(store.snapshot(ELECTION).candidates()).hasSize(1);
    }

    @ParameterizedTest // API-6
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void nodeThatIsCreatedAfterTheAttemptWasGivenUpDoesNotStay(int delivery) throws Exception {
        long epoch = disturbedAttempt(delivery, proxy::blackhole);
        CompletionStage<Void> withdrawal = contender.withdraw();
        proxy.heal();
        withdrawal.exceptionally(failed -> null).toCompletableFuture().join();
        withdrawUntilConfirmed();
        assertNoNodeStays(epoch);
    }

    @ParameterizedTest // API-6
    @ValueSource(ints = {2, 3, 4, 5, 6})
    void nodeWhoseCreationHadNoAnswerDoesNotStay(int delivery) throws Exception {
        long epoch = disturbedAttempt(delivery, proxy::blackholeReplies);
        proxy.heal();
        withdrawUntilConfirmed();
        assertNoNodeStays(epoch);
    }

    @ParameterizedTest // API-6
    @ValueSource(ints = {2, 3, 4, 5, 6})
    void nextAttemptAfterALostAnswerLeadsWithOneNode(int delivery) throws Exception {
        long epoch = disturbedAttempt(delivery, proxy::blackholeReplies);
        proxy.heal();
        assertThat(won().claim().epoch()).isGreaterThan(epoch);
        eventually("only the node of the leader is left")
                .until(() -> store.snapshot(ELECTION).candidates().size() == 1);
    }
}
