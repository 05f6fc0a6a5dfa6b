package dev.baton.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.EndReason;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ReleaseRequest;
import dev.baton.testkit.FaultProxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request that arrives after it was given up. */
class LateRequestTest {

    private static <T> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    @Test // API-6
    void keyThatIsCreatedAfterTheWithdrawalDoesNotStay() throws Exception {
        EtcdContractStore store = new EtcdContractStore(1);
        try (FaultProxy second = secondProxy(store);
                EtcdBackend backend = open(store, second)) {
            Contender contender = backend.contend(new ContenderSettings("late", "one", 0, "", new NoSignals()));
            AcquireOutcome.Won won = attemptWithoutAnswer(store, backend, contender);
            Awaitility.await("the withdrawal is confirmed").ignoreExceptions().until(() -> {
                get(contender.withdraw());
                return true;
            });
            assertThat(store.snapshot("late").candidates()).isEmpty();
            AtomicInteger delivered = new AtomicInteger();
            store.proxies.get(0).onTraffic(delivered::incrementAndGet);
            store.proxies.get(0).heal();
            Awaitility.await("the late request is delivered").until(() -> delivered.get() > 0);
            // A key that nobody uses would keep all others from leading as long as this process lives.
            Awaitility.await("no key appears")
                    .during(Duration.ofMillis(500))
                    .until(() -> store.snapshot("late").candidates().isEmpty());
            AcquireOutcome again =
                    Awaitility.await().until(() -> get(contender.acquire(0)), AcquireOutcome.Won.class::isInstance);
            assertThat(((AcquireOutcome.Won) again).claim().epoch())
                    .isGreaterThan(won.claim().epoch());
        } finally {
            store.close();
        }
    }

    /** The earlier request arrives, and the candidate withdraws, at any moment of the next attempt. */
    @ParameterizedTest // API-6
    @ValueSource(ints = {1, 2, 3, 4})
    void keyThatIsCreatedDuringTheNextAttemptDoesNotStay(int delivery) throws Exception {
        EtcdContractStore store = new EtcdContractStore(1);
        try (FaultProxy second = secondProxy(store);
                EtcdBackend backend = open(store, second)) {
            Contender contender = backend.contend(new ContenderSettings("late", "one", 0, "", new NoSignals()));
            attemptWithoutAnswer(store, backend, contender);
            AtomicInteger deliveries = new AtomicInteger();
            CompletableFuture<CompletionStage<Void>> withdrawal = new CompletableFuture<>();
            second.onTraffic(() -> {
                if (deliveries.incrementAndGet() == delivery) {
                    store.proxies.get(0).heal();
                    Awaitility.await("the earlier request is applied")
                            .until(() -> !store.snapshot("late").candidates().isEmpty());
                    withdrawal.complete(contender.withdraw());
                }
            });
            AcquireOutcome outcome = get(contender.acquire(0));
            // The attempt may have used the first proxy again, and then ends without so many deliveries.
            store.proxies.get(0).heal();
            withdrawal.complete(contender.withdraw());
            get(get(withdrawal));
            if (outcome instanceof AcquireOutcome.Won won) {
                get(contender.release(won.claim(), ReleaseRequest.of(EndReason.RESIGNED)));
            }
            Awaitility.await("no key is left")
                    .until(() -> store.snapshot("late").candidates().isEmpty());
        } finally {
            store.close();
        }
    }

    private static FaultProxy secondProxy(EtcdContractStore store) {
        return FaultProxy.to("127.0.0.1", store.cluster.members().get(0).port());
    }

    private static EtcdBackend open(EtcdContractStore store, FaultProxy second) {
        return EtcdBackend.open(
                store.url().replaceFirst("/" + EtcdContractStore.PREFIX, ",127.0.0.1:" + second.port() + "$0"),
                BatonClock.system());
    }

    /** Leads once, and then makes an attempt whose request stays in the first proxy. */
    private static AcquireOutcome.Won attemptWithoutAnswer(
            EtcdContractStore store, EtcdBackend backend, Contender contender) throws Exception {
        AcquireOutcome.Won won = (AcquireOutcome.Won) get(contender.acquire(0));
        get(contender.release(won.claim(), ReleaseRequest.of(EndReason.RESIGNED)));
        Awaitility.await("the copy shows the release")
                .until(() -> backend.context()
                        .mirror()
                        .snapshot("late")
                        .filter(copy -> copy.candidates().isEmpty())
                        .isPresent());
        // The connections through the first proxy are open, so the request is on its way when nothing is delivered.
        store.proxies.get(0).blackhole();
        assertThat(get(contender.acquire(0))).isInstanceOf(AcquireOutcome.Unknown.class);
        return won;
    }
}
