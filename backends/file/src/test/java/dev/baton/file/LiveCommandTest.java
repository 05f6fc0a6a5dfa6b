package dev.baton.file;

import static dev.baton.file.FileStoreFixture.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.LiveCommands;
import dev.baton.file.record.EpochSlots;
import dev.baton.file.record.EpochState;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.LiveCommandCheck;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.RunningCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** FILE-8: while the command of a tenure runs, no way to the claim is open. */
class LiveCommandTest {
    private FileStoreFixture store;
    private TestContender leader;
    private TestContender standby;
    private Process process;
    private RunningCommand command;
    private Claim claim;

    @BeforeEach
    void leadWithCommand() throws IOException {
        store = new FileStoreFixture();
        leader = store.contender("leader");
        standby = store.contender("standby");
        process = new ProcessBuilder("sh", "-c", "read line").start();
        command = RunningCommand.ofPid(process.pid()).orElseThrow();
        claim = leader.win();
        standby.expectHeld();
        assertThat(record(leader, claim.epoch())).isTrue();
    }

    @AfterEach
    void close() {
        process.destroyForcibly();
        store.close();
    }

    private boolean record(TestContender contender, long epoch) {
        return TestContender.await(contender.backend().record(ELECTION, epoch, command));
    }

    private Optional<EpochState> stored() throws IOException {
        var path = store.layout.epoch(ELECTION);
        return EpochSlots.newest(Files.readAllBytes(path), path);
    }

    private void assertOnlyTheEndOfTheCommandOpensTheClaim() throws IOException {
        for (int round = 0; round < 3; round++) {
            AcquireOutcome.HeldBy held = standby.expectHeld();
            assertThat(held.holder()).contains("leader", "pid " + process.pid());
            assertThat(held.epoch()).isEqualTo(claim.epoch());
            assertThat(held.freeAfter().orElseThrow()).isLessThan(Duration.ofSeconds(1));
            store.clock.advance(Duration.ofMinutes(1));
        }
        int before = standby.signals().tryNowCount.get();
        process.getOutputStream().close();
        Awaitility.await().until(() -> standby.signals().tryNowCount.get() > before);
        assertThat(standby.win().epoch()).isGreaterThan(claim.epoch());
        assertThat(stored().orElseThrow().command()).isEmpty();
    }

    @Test // FILE-6, FILE-8
    void delaysAfterRelease() throws IOException {
        leader.release(claim);
        assertOnlyTheEndOfTheCommandOpensTheClaim();
    }

    @Test // FILE-6, API-8
    void delaysTheTargetOfATransfer() throws IOException {
        leader.transfer(claim, "standby");
        assertOnlyTheEndOfTheCommandOpensTheClaim();
    }

    @Test // FILE-6
    void delaysAfterTheEndOfTheLeader() throws IOException {
        leader.crash();
        assertOnlyTheEndOfTheCommandOpensTheClaim();
    }

    @Test // FILE-6
    void delaysAfterExpiry() throws IOException {
        store.clock.advance(Duration.ofMinutes(1));
        assertOnlyTheEndOfTheCommandOpensTheClaim();
    }

    @Test // FILE-6
    void delaysWithoutALockRecord() throws IOException {
        store.write("");
        standby.expectHeld();
        store.clock.advance(Duration.ofMinutes(1));
        assertOnlyTheEndOfTheCommandOpensTheClaim();
    }

    @Test // FILE-6
    void delaysAfterTheClaimOfAnotherProgramEnded() throws IOException {
        store.write("{\"instance_id\":\"py\",\"pid\":0,\"claimed_at\":\"2020-01-01T00:00:00Z\"}");
        leader.renew(claim);
        assertOnlyTheEndOfTheCommandOpensTheClaim();
    }

    @Test // FILE-6
    void delaysTheFormerLeaderItself() throws IOException {
        leader.release(claim);
        assertThat(leader.expectHeld().holder()).contains("pid " + process.pid());
        assertOnlyTheEndOfTheCommandOpensTheClaim();
    }

    @Test // FENCE-1, FILE-6
    void delaysACandidateThatSawTheRecordOfADeletedEpochFile() throws IOException {
        leader.release(claim);
        standby.expectHeld();
        Files.delete(store.layout.epoch(ELECTION));
        assertOnlyTheEndOfTheCommandOpensTheClaim();
    }

    @Test // FENCE-1
    void leaderRestoresTheCommandOfADeletedEpochFile() throws IOException {
        Files.delete(store.layout.epoch(ELECTION));
        store.write("");
        assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(stored().orElseThrow().command()).contains(command);
    }

    @Test // FENCE-1
    void leaderRestoresTheCommandOfADeletedEpochFileBesideAnIntactRecord() throws IOException {
        Files.delete(store.layout.epoch(ELECTION));
        assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(stored().orElseThrow().command()).contains(command);
    }

    @Test // FILE-6
    void acquiresWhenToldToIgnoreTheCommand() {
        leader.release(claim);
        var settings = new ContenderSettings(ELECTION, "bold", 0, "", LiveCommands.IGNORE, new RecordedSignals());
        assertThat(TestContender.await(store.process().contend(settings).acquire(0)))
                .isInstanceOf(AcquireOutcome.Won.class);
    }

    @Test // FILE-6
    void killsTheInitProcessOfTheEndedTenure() throws IOException {
        Process init =
                new ProcessBuilder("sh", "-c", "sleep 600; :", LiveCommandCheck.mark(ELECTION, claim.epoch())).start();
        try {
            process.destroyForcibly();
            command = RunningCommand.ofPid(init.pid()).orElseThrow();
            assertThat(record(leader, claim.epoch())).isTrue();
            leader.crash();
            standby.expectHeld();
            Awaitility.await().until(() -> standby.acquire() instanceof AcquireOutcome.Won);
            assertThat(init.isAlive()).isFalse();
        } finally {
            init.destroyForcibly();
        }
    }

    @Test // FILE-8
    void recordsOnlyForTheCurrentClaim() throws IOException {
        assertThat(record(leader, claim.epoch() + 1)).isFalse();
        assertThat(record(standby, claim.epoch())).isFalse();
        TestContender.await(leader.backend().clear(ELECTION, command));
        leader.release(claim);
        byte[] before = Files.readAllBytes(store.layout.epoch(ELECTION));
        assertThat(record(leader, claim.epoch())).isFalse();
        assertThat(Files.readAllBytes(store.layout.epoch(ELECTION))).isEqualTo(before);
    }

    @Test // FILE-8
    void doesNotRecordForAClaimThatWasTakenMeanwhile() throws IOException {
        TestContender.await(leader.backend().clear(ELECTION, command));
        store.clock.advance(Duration.ofMinutes(1));
        Claim next = standby.win();
        assertThat(record(leader, claim.epoch())).isFalse();
        assertThat(stored().orElseThrow().command()).isEmpty();
        assertThat(standby.renew(next)).isInstanceOf(RenewOutcome.Renewed.class);
    }

    @Test // FILE-8
    void clearsOnlyTheSameCommand() throws IOException {
        leader.release(claim);
        RunningCommand other =
                RunningCommand.ofPid(ProcessHandle.current().pid()).orElseThrow();
        TestContender.await(standby.backend().clear(ELECTION, other));
        assertThat(stored().orElseThrow().command()).contains(command);
        TestContender.await(standby.backend().clear(ELECTION, command));
        assertThat(stored().orElseThrow().command()).isEmpty();
        standby.win();
    }

    @Test // FILE-8
    void clearingAnUnknownElectionCreatesNothing() {
        TestContender.await(leader.backend().clear("unknown", command));
        assertThat(store.layout.lock("unknown")).doesNotExist();
        assertThat(store.layout.epoch("unknown")).doesNotExist();
    }
}
