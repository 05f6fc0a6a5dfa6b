package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.BatonClock;
import dev.baton.EndReason;
import dev.baton.LiveCommands;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.Claim;
import dev.baton.spi.CommandRecords;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RunningCommand;
import dev.baton.testkit.GroupContractStore;
import dev.baton.testkit.IgnoredSignals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** Three members in this process, and a process that plays the command of a tenure. */
final class CommandTestGroup implements AutoCloseable {
    static final String ELECTION = "nightly";

    final TestGroup group = new TestGroup(3, TestGroup.FAST, true);
    private final Map<String, Backend> members = new TreeMap<>();
    private final Map<String, NoteFilter> notes = new HashMap<>();
    private final List<Contender> contenders = new ArrayList<>();
    final Process process;
    final RunningCommand command;

    /** Starts the members; these have an earlier version, which keeps no records of commands. */
    CommandTestGroup(String... earlier) {
        group.ids().forEach(id -> {
            NoteFilter.Member member =
                    NoteFilter.Member.open(group, id, List.of(earlier).contains(id));
            members.put(id, member.backend());
            notes.put(id, member.notes());
        });
        GroupContractStore.awaitVoting(members.values());
        try {
            process = new ProcessBuilder("cat").start();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        command = RunningCommand.ofPid(process.pid()).orElseThrow();
    }

    NoteFilter notes(String id) {
        return Objects.requireNonNull(notes.get(id));
    }

    private Backend member(String id) {
        return Objects.requireNonNull(members.get(id));
    }

    void restartAll() {
        members.values().forEach(Backend::close);
        members.replaceAll((id, closed) -> group.open(id, BatonClock.system()));
        GroupContractStore.awaitVoting(members.values());
    }

    Contender contender(String id) {
        return contender(id, LiveCommands.WAIT);
    }

    Contender contender(String id, LiveCommands policy) {
        Contender contender =
                member(id).contend(new ContenderSettings(ELECTION, id, 0, "", policy, new IgnoredSignals()));
        contenders.add(contender);
        return contender;
    }

    static AcquireOutcome acquire(Contender contender) {
        return contender.acquire(0).toCompletableFuture().join();
    }

    /** Acquires as soon as the promises to a former leader have ended. */
    static Claim win(Contender contender) {
        CompletableFuture<Claim> claim = new CompletableFuture<>();
        await().atMost(Duration.ofSeconds(20)).until(() -> {
            if (acquire(contender) instanceof AcquireOutcome.Won won) {
                claim.complete(won.claim());
            }
            return claim.isDone();
        });
        return claim.join();
    }

    CompletableFuture<Boolean> record(String id, long epoch) {
        return record(id, epoch, command);
    }

    CompletableFuture<Boolean> record(String id, long epoch, RunningCommand running) {
        return ((CommandRecords) member(id)).record(ELECTION, epoch, running).toCompletableFuture();
    }

    void clear(String id, RunningCommand running) {
        ((CommandRecords) member(id))
                .clear(ELECTION, running)
                .toCompletableFuture()
                .join();
    }

    static void release(Contender contender, Claim claim) {
        contender
                .release(claim, ReleaseRequest.of(EndReason.RESIGNED))
                .toCompletableFuture()
                .join();
    }

    /** Waits until the candidate is refused because of the command, and checks that this stays so. */
    void assertWaits(Contender contender) {
        await().atMost(Duration.ofSeconds(20)).until(() -> {
            AcquireOutcome outcome = acquire(contender);
            assertThat(outcome).isNotInstanceOf(AcquireOutcome.Won.class);
            return isDelayed(outcome);
        });
        for (int round = 0; round < 20; round++) {
            assertThat(isDelayed(acquire(contender))).isTrue();
        }
    }

    private boolean isDelayed(AcquireOutcome outcome) {
        return outcome instanceof AcquireOutcome.HeldBy held && held.holder().contains("pid " + command.pid());
    }

    void endCommand() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        // A member that closes waits for the end of a claim that was not released.
        contenders.forEach(
                contender -> contender.withdraw().toCompletableFuture().join());
        members.values().forEach(Backend::close);
        group.close();
    }
}
