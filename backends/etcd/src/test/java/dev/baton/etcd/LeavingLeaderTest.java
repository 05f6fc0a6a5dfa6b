package dev.baton.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.EndReason;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RunningCommand;
import dev.baton.testkit.IgnoredSignals;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A leader leaves at any moment of the attempt of its successor. */
class LeavingLeaderTest {
    private static final int DELIVERIES = 8;

    private final EtcdContractStore store = new EtcdContractStore(1);
    private final EtcdBackend first = EtcdBackend.open(
            "etcd://127.0.0.1:" + store.cluster.members().get(0).port() + "/" + EtcdContractStore.PREFIX,
            BatonClock.system());
    private final EtcdBackend second = EtcdBackend.open(store.url(), BatonClock.system());

    @AfterEach
    void close() {
        second.close();
        first.close();
        store.close();
    }

    @Test // RUN-2
    void commandThatStillRunsDelaysTheSuccessor() throws Exception {
        Process process = new ProcessBuilder("cat").start();
        RunningCommand command = RunningCommand.ofPid(process.pid()).orElseThrow();
        try {
            for (int delivery = 1; delivery <= DELIVERIES; delivery++) {
                String election = "leaving-" + delivery;
                Contender leader = contender(first, election);
                Claim claim = ((AcquireOutcome.Won) get(leader.acquire(0))).claim();
                assertThat(get(first.record(election, claim.epoch(), command))).isTrue();
                leaveAt(delivery, leader, claim);
                Contender successor = contender(second, election);
                AcquireOutcome outcome = get(successor.acquire(0));
                assertThat(outcome).as("delivery %d", delivery).isInstanceOf(AcquireOutcome.HeldBy.class);
                get(successor.withdraw());
            }
        } finally {
            process.destroyForcibly();
        }
    }

    private void leaveAt(int delivery, Contender leader, Claim claim) {
        AtomicInteger deliveries = new AtomicInteger();
        store.onTraffic(() -> {
            if (deliveries.incrementAndGet() == delivery) {
                get(leader.release(claim, ReleaseRequest.of(EndReason.RESIGNED)));
            }
        });
    }

    private static Contender contender(EtcdBackend backend, String election) {
        return backend.contend(new ContenderSettings(election, "one", 0, "", new IgnoredSignals()));
    }

    private static <T> T get(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }
}
