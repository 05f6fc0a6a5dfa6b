package dev.baton.postgres;

import static dev.baton.postgres.PostgresFixture.ELECTION;
import static dev.baton.postgres.PostgresFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.EndReason;
import dev.baton.LiveCommands;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.AdvisoryKeys;
import dev.baton.spi.Backend;
import dev.baton.spi.Claim;
import dev.baton.spi.CommandRecords;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RunningCommand;
import dev.baton.testkit.IgnoredSignals;
import java.io.IOException;
import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The running command of a tenure delays its successor, whatever happened to the claim. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class CommandRecordsTest {
    private final PostgresFixture fixture = PostgresFixture.onNewest();
    private final Backend first = fixture.open();
    private final Backend second = fixture.open();
    private final Process process = start();
    private final RunningCommand command = RunningCommand.ofPid(process.pid()).orElseThrow();

    private static Process start() {
        try {
            return new ProcessBuilder("sleep", "600").start();
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @AfterEach
    void close() {
        process.destroyForcibly();
        first.close();
        second.close();
        fixture.close();
    }

    @Test // RUN-2, PG-5
    void releasedElectionWaitsForCommandWithoutKeepingTheLock() throws Exception {
        Contender leader = contender(first, "leader", LiveCommands.WAIT);
        Claim claim = won(leader);
        assertThat(record(first, claim.epoch(), command)).isTrue();
        release(leader, claim);
        Contender successor = contender(second, "successor", LiveCommands.WAIT);
        for (int i = 0; i < 3; i++) {
            assertThat(acquire(successor)).isInstanceOfSatisfying(AcquireOutcome.HeldBy.class, held -> {
                assertThat(held.holder()).contains("leader", "pid " + process.pid());
                assertThat(held.freeAfter()).isPresent();
            });
            assertThat(fixture.electionLocks()).isZero();
        }
        assertThat(acquire(contender(second, "hasty", LiveCommands.IGNORE))).isInstanceOf(AcquireOutcome.Won.class);
    }

    @Test // RUN-2
    void endOfSessionDelaysSuccessorUntilTheCommandEnds() throws Exception {
        Claim claim = won(contender(first, "leader", LiveCommands.WAIT));
        assertThat(record(first, claim.epoch(), command)).isTrue();
        fixture.terminate("lock");
        Contender successor = contender(second, "successor", LiveCommands.WAIT);
        await("the session has ended", () -> fixture.electionLocks() == 0);
        assertThat(acquire(successor)).isInstanceOf(AcquireOutcome.HeldBy.class);
        process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        assertThat(won(successor).epoch()).isGreaterThan(claim.epoch());
    }

    @Test // RUN-2
    void recordNeedsTheClaimWithItsEpoch() {
        Contender leader = contender(first, "leader", LiveCommands.WAIT);
        assertThat(record(first, 1, command)).isFalse();
        Claim claim = won(leader);
        assertThat(record(first, claim.epoch() + 1, command)).isFalse();
        assertThat(record(second, claim.epoch(), command)).isFalse();
        release(leader, claim);
        assertThat(record(first, claim.epoch(), command)).isFalse();
        assertThat(recorded()).isZero();
    }

    @Test // RUN-2
    void recordIsRefusedOnceTheRowBelongsToAnotherTenure() {
        Claim claim = won(contender(first, "leader", LiveCommands.WAIT));
        fixture.run("UPDATE baton_epochs SET epoch = epoch + 1, process = 1");
        assertThat(record(first, claim.epoch(), command)).isFalse();
        assertThat(recorded()).isZero();
    }

    @Test // RUN-2
    void clearRemovesOnlyTheSameCommandAlsoAfterTheRelease() {
        Contender leader = contender(first, "leader", LiveCommands.WAIT);
        Claim claim = won(leader);
        assertThat(record(first, claim.epoch(), command)).isTrue();
        release(leader, claim);
        RunningCommand other =
                new RunningCommand(command.bootId(), command.pidNamespace(), command.pid(), command.startTime() + 1);
        clear(other);
        assertThat(recorded()).isEqualTo(1);
        clear(command);
        assertThat(recorded()).isZero();
        assertThat(won(contender(second, "successor", LiveCommands.WAIT)).epoch())
                .isGreaterThan(claim.epoch());
    }

    @Test // RUN-2
    void commandRecordedBetweenGrantAndRaiseIsSeen() throws Exception {
        Contender leader = contender(first, "leader", LiveCommands.WAIT);
        release(leader, won(leader));
        try (Connection guarded = fixture.connectPlainSession();
                Statement guard = guarded.createStatement()) {
            guarded.setAutoCommit(false);
            guard.execute("SELECT pg_advisory_xact_lock_shared(" + AdvisoryKeys.guardOf(ELECTION) + ")");
            CompletableFuture<AcquireOutcome> attempt =
                    contender(second, "successor", LiveCommands.WAIT).acquire(0).toCompletableFuture();
            await("the successor waits with the lock", () -> fixture.electionLocks() == 1);
            fixture.run("UPDATE baton_epochs SET command = '" + command.text() + "'");
            guarded.commit();
            assertThat(attempt.join()).isInstanceOf(AcquireOutcome.HeldBy.class);
        }
        assertThat(fixture.electionLocks()).isZero();
    }

    @Test // RUN-2: nothing read from a store is trusted
    void textThatIsNoIdentityDelaysNobody() {
        Contender leader = contender(first, "leader", LiveCommands.WAIT);
        release(leader, won(leader));
        fixture.run("UPDATE baton_epochs SET command = '1 ../../etc/passwd 1 1 1'");
        assertThat(acquire(contender(second, "successor", LiveCommands.WAIT))).isInstanceOf(AcquireOutcome.Won.class);
    }

    private long recorded() {
        return fixture.number("SELECT count(*) FROM baton_epochs WHERE command IS NOT NULL");
    }

    private static boolean record(Backend backend, long epoch, RunningCommand command) {
        return ((CommandRecords) backend)
                .record(ELECTION, epoch, command)
                .toCompletableFuture()
                .join();
    }

    private void clear(RunningCommand one) {
        ((CommandRecords) second).clear(ELECTION, one).toCompletableFuture().join();
    }

    private static void release(Contender contender, Claim claim) {
        contender
                .release(claim, ReleaseRequest.of(EndReason.RESIGNED))
                .toCompletableFuture()
                .join();
    }

    private static AcquireOutcome acquire(Contender contender) {
        return contender.acquire(0).toCompletableFuture().join();
    }

    private static Claim won(Contender contender) {
        return ((AcquireOutcome.Won) acquire(contender)).claim();
    }

    private static Contender contender(Backend backend, String instanceId, LiveCommands liveCommands) {
        return backend.contend(new ContenderSettings(ELECTION, instanceId, 0, "", liveCommands, new IgnoredSignals()));
    }
}
