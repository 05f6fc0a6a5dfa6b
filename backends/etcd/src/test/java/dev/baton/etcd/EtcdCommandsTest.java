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
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The running command of a tenure, which its successor waits for. */
class EtcdCommandsTest {
    private static final String ELECTION = "commands";

    private static <T> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    private static Contender contender(EtcdBackend backend, String id) {
        return backend.contend(new ContenderSettings(ELECTION, id, 0, "", new NoSignals()));
    }

    @Test // FILE-8
    void successorWaitsForTheRunningCommandOfAReleasedTenureAndKeepsNoKey() throws Exception {
        EtcdContractStore store = new EtcdContractStore(1);
        Process command = new ProcessBuilder("sleep", "600").start();
        try (EtcdBackend first = EtcdBackend.open(store.url(), BatonClock.system());
                EtcdBackend second = EtcdBackend.open(store.url(), BatonClock.system())) {
            Contender leader = contender(first, "leader");
            Claim claim = ((AcquireOutcome.Won) get(leader.acquire(0))).claim();
            RunningCommand running = RunningCommand.ofPid(command.pid()).orElseThrow();
            assertThat(get(first.record(ELECTION, claim.epoch(), running))).isTrue();
            get(leader.release(claim, ReleaseRequest.of(EndReason.RESIGNED)));
            assertThat(get(first.record(ELECTION, claim.epoch(), running))).isFalse();

            Contender next = contender(second, "next");
            assertThat(get(next.acquire(0)))
                    .isInstanceOfSatisfying(
                            AcquireOutcome.HeldBy.class,
                            held -> assertThat(held.holder()).contains("leader").contains("pid " + command.pid()));
            assertThat(store.snapshot(ELECTION).candidates()).isEmpty();
            command.destroyForcibly().waitFor();
            Awaitility.await().until(() -> get(next.acquire(0)), AcquireOutcome.Won.class::isInstance);
            get(second.clear(ELECTION, running));
            assertThat(store.snapshot(ELECTION).commandKey()).isEmpty();
        } finally {
            command.destroyForcibly();
            store.close();
        }
    }
}
