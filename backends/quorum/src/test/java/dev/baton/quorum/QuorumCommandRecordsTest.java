package dev.baton.quorum;

import static dev.baton.quorum.CommandTestGroup.ELECTION;
import static dev.baton.quorum.CommandTestGroup.acquire;
import static dev.baton.quorum.CommandTestGroup.release;
import static dev.baton.quorum.CommandTestGroup.win;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.LiveCommands;
import dev.baton.LockException;
import dev.baton.quorum.disk.TenureCommand;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.LiveCommandCheck;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RunningCommand;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A majority keeps the command of a tenure, and no candidate of this machine leads while it runs. */
class QuorumCommandRecordsTest {
    private final CommandTestGroup members = new CommandTestGroup();
    private final Contender leader = members.contender("n1");
    private final Contender standby = members.contender("n2");
    private Claim claim;

    @BeforeEach
    void lead() {
        claim = win(leader);
    }

    @AfterEach
    void close() {
        members.close();
    }

    @Test // RUN-2
    void successorWaitsAfterAReleaseUntilTheCommandHasEnded() {
        assertThat(members.record("n1", claim.epoch()).join()).isTrue();
        assertThat(members.record("n1", claim.epoch()).join()).as("again").isTrue();
        assertThat(acquire(standby)).isInstanceOf(AcquireOutcome.HeldBy.class);
        assertThat(members.process.isAlive()).isTrue();
        release(leader, claim);
        members.assertWaits(standby);
        members.assertWaits(leader);
        members.endCommand();
        // While they wait, candidates do not win one election after another.
        assertThat(win(standby).epoch()).isBetween(claim.epoch() + 1, claim.epoch() + 5);
    }

    @Test // RUN-2
    void targetOfATransferWaits() {
        members.record("n1", claim.epoch()).join();
        leader.release(claim, ReleaseRequest.toSuccessor("n2"))
                .toCompletableFuture()
                .join();
        members.assertWaits(standby);
        members.endCommand();
        win(standby);
    }

    @Test // RUN-2
    void successorWaitsAfterTheLeaseOfAnIsolatedLeader() {
        members.record("n1", claim.epoch()).join();
        members.group.isolate("n1");
        members.assertWaits(standby);
        members.endCommand();
        win(standby);
    }

    @Test // RUN-2
    void memberThatMissedTheRecordLearnsItFromTheOthers() {
        members.notes("n1").loseNotesTo("n3");
        assertThat(members.record("n1", claim.epoch()).join()).isTrue();
        release(leader, claim);
        members.assertWaits(members.contender("n3"));
    }

    @Test // RUN-2
    void membersKeepTheRecordOverARestart() {
        members.record("n1", claim.epoch()).join();
        release(leader, claim);
        members.restartAll();
        Contender restarted = members.contender("n2");
        members.assertWaits(restarted);
        members.endCommand();
        win(restarted);
    }

    @Test // RUN-2
    void acquiresWhenToldToIgnoreTheCommand() {
        members.record("n1", claim.epoch()).join();
        release(leader, claim);
        Contender hasty = members.contender("n2", LiveCommands.IGNORE);
        release(hasty, win(hasty));
        members.assertWaits(members.contender("n3"));
    }

    @Test // RUN-2
    void initProcessOfTheEndedTenureIsKilled() throws IOException {
        Process init =
                new ProcessBuilder("sh", "-c", "sleep 600; :", LiveCommandCheck.mark(ELECTION, claim.epoch())).start();
        try {
            RunningCommand command = RunningCommand.ofPid(init.pid()).orElseThrow();
            assertThat(members.record("n1", claim.epoch(), command).join()).isTrue();
            assertThat(acquire(standby)).isInstanceOf(AcquireOutcome.HeldBy.class);
            assertThat(init.isAlive()).as("while its leader leads").isTrue();
            release(leader, claim);
            win(standby);
            assertThat(init.isAlive()).isFalse();
        } finally {
            init.descendants().forEach(ProcessHandle::destroyForcibly);
            init.destroyForcibly();
        }
    }

    @Test // RUN-2
    void recordNeedsAMajority() {
        members.group.isolate("n1");
        assertThatThrownBy(() -> members.record("n1", claim.epoch()).join())
                .hasCauseInstanceOf(LockException.class)
                .hasMessageContaining("only 1 of 3 members");
    }

    @Test // RUN-2
    void onlyTheHolderOfTheEpochRecordsACommand() {
        assertThat(members.record("n1", claim.epoch() + 1).join()).isFalse();
        assertThat(members.record("n2", claim.epoch()).join()).isFalse();
        release(leader, claim);
        assertThat(members.record("n1", claim.epoch()).join()).isFalse();
        win(standby);
    }

    @Test // RUN-2
    void clearRemovesOnlyTheSameCommandAlsoAfterTheRelease() {
        members.record("n1", claim.epoch()).join();
        release(leader, claim);
        RunningCommand other =
                RunningCommand.ofPid(ProcessHandle.current().pid()).orElseThrow();
        members.clear("n1", other);
        members.clear("n2", members.command);
        members.assertWaits(standby);
        members.clear("n1", members.command);
        assertThat(win(standby).epoch()).isGreaterThan(claim.epoch());
    }

    @Test // QUORUM-12
    void notesOfOthersThanTheLeaderOfTheEpochChangeNothing() {
        NoteFilter follower = members.notes("n2");
        long epoch = claim.epoch();
        String text = members.command.text();
        var stranger = new CommandNote.Keep(new TenureCommand(ELECTION, epoch, 1, "n3", "n3", text));
        var future = new CommandNote.Keep(new TenureCommand(ELECTION, epoch + 1, 1, "n1", "n1", text));
        follower.forge("n3", stranger);
        follower.forge("n1", future);
        follower.forge("n3", new CommandNote.Query(ELECTION, epoch));
        follower.forge("n1", new CommandNote.Query("unknown", epoch));
        follower.forge("n3", new CommandNote.Known(ELECTION, epoch, Optional.empty()));
        await().until(() -> !follower.hasForged());
        assertThat(follower.sent)
                .noneMatch(note -> note.contains("command_kept")
                        || note.contains("unknown")
                        || note.startsWith("n3 " + CommandNote.BEGINNING));
        release(leader, claim);
        win(standby);
    }

    @Test // QUORUM-12
    void onlyTheMemberThatRecordedACommandReportsItsEnd() {
        members.record("n1", claim.epoch()).join();
        String text = members.command.text();
        for (String follower : new String[] {"n2", "n3"}) {
            await().until(() -> members.notes(follower).sent.stream().anyMatch(note -> note.contains("command_kept")));
            members.notes(follower).forge("n2", new CommandNote.Ended(ELECTION, claim.epoch(), text));
            members.notes(follower).forge("n1", new CommandNote.Ended(ELECTION, claim.epoch() + 1, text));
            await().until(() -> !members.notes(follower).hasForged());
        }
        members.notes("n1").forge("n3", new CommandNote.Ended(ELECTION, claim.epoch(), text));
        await().until(() -> !members.notes("n1").hasForged());
        members.group.isolate("n1");
        members.assertWaits(standby);
    }

    @Test // RUN-2
    void laterCommandOfATenureIsNotHiddenByAMemberThatMissedIt() throws IOException {
        Process first = new ProcessBuilder("cat").start();
        RunningCommand before = RunningCommand.ofPid(first.pid()).orElseThrow();
        assertThat(members.record("n1", claim.epoch(), before).join()).isTrue();
        await().until(() -> members.notes("n3").sent.stream().anyMatch(note -> note.contains("command_kept")));
        first.destroyForcibly().onExit().join();
        members.notes("n1").loseNotesTo("n3");
        assertThat(members.record("n1", claim.epoch()).join()).isTrue();
        members.group.isolate("n1");
        members.assertWaits(standby);
    }
}
