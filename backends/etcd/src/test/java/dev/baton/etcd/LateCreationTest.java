package dev.baton.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.BatonClock;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A request to create a key that was given up, and arrives just before the same request of the next attempt. */
class LateCreationTest {
    private static final String ID = "one";
    /** Only the request that creates the key writes the instance id. */
    private static final String WRITTEN_ID =
            "\"value\":\"" + Base64.getEncoder().encodeToString(ID.getBytes(StandardCharsets.UTF_8)) + "\"";

    private final AtomicInteger creations = new AtomicInteger();
    private final CompletableFuture<EtcdRelay.Held> first = new CompletableFuture<>();
    private final CompletableFuture<Contender> contender = new CompletableFuture<>();
    private final CompletableFuture<CompletionStage<Void>> withdrawal = new CompletableFuture<>();

    private static <T> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    private boolean passes(EtcdRelay.Held request) throws Exception {
        if (!new String(request.body, StandardCharsets.UTF_8).contains(WRITTEN_ID)) {
            return true;
        }
        if (creations.incrementAndGet() == 1) {
            first.complete(request);
            return false;
        }
        if (creations.get() == 2) {
            get(first).deliver();
            withdrawal.complete(get(contender).withdraw());
        }
        return true;
    }

    @Test // API-6
    void keyThatAnEarlierRequestCreatesDuringTheNextAttemptIsWithdrawn() throws Exception {
        EtcdContractStore store = new EtcdContractStore(1);
        try (EtcdRelay relay = new EtcdRelay(store.cluster.members().get(0).port(), this::passes);
                EtcdBackend backend = EtcdBackend.open(
                        "etcd://127.0.0.1:" + relay.port() + "/" + EtcdContractStore.PREFIX + "?ttl=10s",
                        BatonClock.system())) {
            Contender own = backend.contend(new ContenderSettings("late", ID, 0, "", new NoSignals()));
            contender.complete(own);
            assertThat(get(own.acquire(0))).isInstanceOf(AcquireOutcome.Unknown.class);
            assertThat(first).isDone();
            assertThat(get(own.acquire(0))).isNotInstanceOf(AcquireOutcome.Won.class);
            assertThat(creations).hasValue(2);
            await("the withdrawal is confirmed").ignoreExceptions().until(() -> {
                get(get(withdrawal));
                return true;
            });
            // Under the lease of this process, which lives, it would keep all others from leading.
            assertThat(store.snapshot("late").candidates()).isEmpty();
        } finally {
            store.close();
        }
    }
}
