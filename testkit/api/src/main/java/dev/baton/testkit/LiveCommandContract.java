package dev.baton.testkit;

import static dev.baton.testkit.ContractFixture.ELECTION;
import static dev.baton.testkit.ContractFixture.get;
import static dev.baton.testkit.ContractFixture.release;
import static dev.baton.testkit.ContractFixture.won;
import static dev.baton.testkit.LiveCommandTrial.assertDelayed;
import static dev.baton.testkit.LiveCommandTrial.clear;
import static dev.baton.testkit.LiveCommandTrial.end;
import static dev.baton.testkit.LiveCommandTrial.record;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.Backend;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.LiveCommandCheck;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RunningCommand;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The running command of a tenure delays every candidate of its machine, whatever became of the claim. Tests in which
 * the process of the leader is killed or frozen are in {@link FaultContract}.
 */
interface LiveCommandContract {
    ContractFixture fixture();

    @Test // RUN-2, FILE-8, LEASE-2
    default void commandDelaysItsSuccessorAfterARelease() {
        try (LiveCommandTrial trial = new LiveCommandTrial(fixture())) {
            Process process = trial.start();
            RunningCommand command = LiveCommandTrial.of(process);
            Backend first = trial.open();
            Contender leader = trial.on(first, "leader");
            Claim claim = won(leader);
            assertThat(record(first, claim.epoch(), command)).isTrue();
            assertThat(record(first, claim.epoch(), command)).as("again").isTrue();
            release(leader, claim);
            assertDelayed(trial.on(trial.open(), "successor"), command);
            assertDelayed(leader, command);
            // A connection that was opened after the release sees the record too.
            Contender late = trial.on(trial.open(), "late");
            assertDelayed(late, command);
            end(process);
            assertThat(won(late).epoch()).isGreaterThan(claim.epoch());
        }
    }

    @Test // RUN-2, API-8
    default void commandDelaysTheTargetOfATransfer() {
        try (LiveCommandTrial trial = new LiveCommandTrial(fixture())) {
            Process process = trial.start();
            RunningCommand command = LiveCommandTrial.of(process);
            Backend first = trial.open();
            Contender leader = trial.on(first, "leader");
            Contender target = trial.on(trial.open(), "target");
            Claim claim = won(leader);
            assertThat(record(first, claim.epoch(), command)).isTrue();
            get(leader.release(claim, ReleaseRequest.toSuccessor("target")));
            assertDelayed(target, command);
            end(process);
            assertThat(won(target).epoch()).isGreaterThan(claim.epoch());
        }
    }

    @Test // RUN-2
    default void commandThatHasEndedOrRunsElsewhereDelaysNobody() {
        try (LiveCommandTrial trial = new LiveCommandTrial(fixture())) {
            Process process = trial.start();
            RunningCommand running = LiveCommandTrial.of(process);
            Process over = trial.start();
            RunningCommand ended = LiveCommandTrial.of(over);
            end(over);
            List<RunningCommand> commands = List.of(
                    ended,
                    // No group of Baton has the inode of the topmost group.
                    ended.inGroup(1),
                    new RunningCommand(
                            "00000000-0000-0000-0000-000000000000",
                            running.pidNamespace(),
                            running.pid(),
                            running.startTime()),
                    new RunningCommand(
                            running.bootId(), running.pidNamespace() + 1, running.pid(), running.startTime()));
            Backend first = trial.open();
            Contender leader = trial.on(first, "leader");
            Contender successor = trial.on(trial.open(), "successor");
            for (RunningCommand command : commands) {
                Claim claim = won(leader);
                assertThat(record(first, claim.epoch(), command)).isTrue();
                release(leader, claim);
                release(successor, won(successor));
            }
        }
    }

    @Test // RUN-2
    default void candidateThatIgnoresCommandsLeadsAndHidesNoneFromOthers() {
        try (LiveCommandTrial trial = new LiveCommandTrial(fixture())) {
            RunningCommand command = LiveCommandTrial.of(trial.start());
            Backend first = trial.open();
            Contender leader = trial.on(first, "leader");
            Backend second = trial.open();
            Claim claim = won(leader);
            assertThat(record(first, claim.epoch(), command)).isTrue();
            release(leader, claim);
            Contender heedless = trial.heedless(second, "heedless");
            Claim next = won(heedless);
            assertThat(next.epoch()).isGreaterThan(claim.epoch());
            release(heedless, next);
            assertDelayed(leader, command);
        }
    }

    @Test // RUN-2
    default void onlyTheHolderOfTheEpochRecordsACommand() {
        try (LiveCommandTrial trial = new LiveCommandTrial(fixture())) {
            RunningCommand command = LiveCommandTrial.of(trial.start());
            Backend first = trial.open();
            Backend second = trial.open();
            Contender leader = trial.on(first, "leader");
            Claim claim = won(leader);
            assertThat(record(first, claim.epoch() + 1, command)).isFalse();
            assertThat(record(second, claim.epoch(), command)).isFalse();
            release(leader, claim);
            assertThat(record(first, claim.epoch(), command)).isFalse();
            won(trial.on(second, "successor"));
        }
    }

    @Test // RUN-2
    default void recordOfTheTenureIsReplacedAndRemovedOnlyByItsOwnCommand() {
        try (LiveCommandTrial trial = new LiveCommandTrial(fixture())) {
            Process before = trial.start();
            RunningCommand command = LiveCommandTrial.of(trial.start());
            Backend first = trial.open();
            Contender leader = trial.on(first, "leader");
            Contender successor = trial.on(trial.open(), "successor");
            Claim claim = won(leader);
            assertThat(record(first, claim.epoch(), LiveCommandTrial.of(before)))
                    .isTrue();
            RunningCommand former = LiveCommandTrial.of(before);
            end(before);
            assertThat(record(first, claim.epoch(), command)).isTrue();
            clear(first, former);
            release(leader, claim);
            assertDelayed(successor, command);
            clear(first, command);
            assertThat(won(successor).epoch()).isGreaterThan(claim.epoch());
        }
    }

    @Test // RUN-2
    default void successorKillsTheInitProcessOfTheTenureBefore() {
        try (LiveCommandTrial trial = new LiveCommandTrial(fixture())) {
            Backend first = trial.open();
            Contender leader = trial.on(first, "leader");
            Claim claim = won(leader);
            Process init = trial.start("sh", "-c", "cat; :", LiveCommandCheck.mark(ELECTION, claim.epoch()));
            assertThat(record(first, claim.epoch(), LiveCommandTrial.of(init))).isTrue();
            release(leader, claim);
            won(trial.on(trial.open(), "successor"));
            assertThat(init.isAlive()).isFalse();
        }
    }
}
