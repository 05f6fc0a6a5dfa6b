package dev.baton.quorum.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.BatonClock;
import dev.baton.EndReason;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.CommandRecords;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RunningCommand;
import dev.baton.testkit.GroupContractStore;
import dev.baton.testkit.IgnoredSignals;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The notes about running commands pass through a broker. */
class MqttCommandRecordsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final MqttGroup group = new MqttGroup("&heartbeat=200ms&lease=2500ms");
    private final List<Backend> members = MqttGroup.IDS.stream()
            .map(id -> group.open(id, BatonClock.system()))
            .toList();
    private final Contender leader = contender(0);
    private final Contender standby = contender(1);

    private Contender contender(int place) {
        return members.get(place)
                .contend(new ContenderSettings("nightly", MqttGroup.IDS.get(place), 0, "", new IgnoredSignals()));
    }

    @AfterEach
    void close() {
        leader.withdraw().toCompletableFuture().join();
        standby.withdraw().toCompletableFuture().join();
        members.forEach(Backend::close);
        group.close();
    }

    private static AcquireOutcome acquire(Contender contender) {
        return contender.acquire(0).toCompletableFuture().join();
    }

    private static AcquireOutcome.Won win(Contender contender) {
        return (AcquireOutcome.Won)
                await().atMost(TIMEOUT).until(() -> acquire(contender), AcquireOutcome.Won.class::isInstance);
    }

    @Test // QUORUM-8, RUN-2
    void successorWaitsForTheCommandOfTheTenureBefore() throws IOException {
        GroupContractStore.awaitVoting(members);
        AcquireOutcome.Won won = win(leader);
        Process process = new ProcessBuilder("cat").start();
        try {
            RunningCommand command = RunningCommand.ofPid(process.pid()).orElseThrow();
            assertThat(((CommandRecords) members.get(0))
                            .record("nightly", won.claim().epoch(), command)
                            .toCompletableFuture()
                            .join())
                    .isTrue();
            leader.release(won.claim(), ReleaseRequest.of(EndReason.RESIGNED))
                    .toCompletableFuture()
                    .join();
            // The resignation may arrive after the first attempts, which then report the former leader.
            await().atMost(TIMEOUT).until(() -> {
                AcquireOutcome outcome = acquire(standby);
                assertThat(outcome).isNotInstanceOf(AcquireOutcome.Won.class);
                return outcome instanceof AcquireOutcome.HeldBy held
                        && held.holder().contains("pid " + process.pid());
            });
        } finally {
            process.destroyForcibly().onExit().join();
        }
        win(standby);
    }
}
