package dev.baton.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.EndReason;
import dev.baton.LeaderInfo;
import dev.baton.LiveCommands;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RunningCommand;
import dev.baton.support.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command of a tenure is remembered beside the epoch, and delays the next one while it runs. */
class CommandRecordsTest {
    private static final RunningCommand ANOTHER = new RunningCommand("abc-def", 1, 2, 3);

    @TempDir
    Path folder;

    private final SqliteLeaseStore store = new SqliteLeaseStore();
    private final LeaseBackend one = (LeaseBackend) store.open(BatonClock.system());
    private final LeaseBackend other = (LeaseBackend) store.open(BatonClock.system());
    private final Contender leader = contender(one, "one", LiveCommands.WAIT);
    private final Contender standby = contender(other, "other", LiveCommands.WAIT);
    private Process process;
    private RunningCommand command;

    private static Contender contender(LeaseBackend backend, String id, LiveCommands policy) {
        return backend.contend(new ContenderSettings("nightly", id, 0, "", policy, new SilentSignals()));
    }

    @BeforeEach
    void start() throws IOException {
        process = new ProcessBuilder("cat").start();
        command = RunningCommand.ofPid(process.pid()).orElseThrow();
    }

    @AfterEach
    void close() {
        process.destroyForcibly();
        store.close();
    }

    private static AcquireOutcome acquire(Contender contender) {
        return contender.acquire(0).toCompletableFuture().join();
    }

    private static Claim won(AcquireOutcome outcome) {
        assertThat(outcome).isInstanceOf(AcquireOutcome.Won.class);
        return ((AcquireOutcome.Won) outcome).claim();
    }

    private static boolean record(LeaseBackend backend, long epoch, RunningCommand command) {
        return backend.record("nightly", epoch, command).toCompletableFuture().join();
    }

    private void clear(RunningCommand wanted) {
        other.clear("nightly", wanted).toCompletableFuture().join();
    }

    private void release(Claim claim) {
        leader.release(claim, ReleaseRequest.of(EndReason.RESIGNED))
                .toCompletableFuture()
                .join();
    }

    private Map<String, @Nullable Object> epochRow() {
        return Json.parseObject(store.text("SELECT payload FROM objects WHERE object_type = 'baton_epoch'"));
    }

    private void edit(String type, String path, String value) {
        store.execute("UPDATE objects SET payload = json_set(payload, '$." + path + "', " + value
                + "), resource_version = resource_version + 1 WHERE object_type = '" + type + "'");
    }

    @Test // LEASE-2, LEASE-5
    void successorWaitsAfterAReleaseUntilTheCommandHasEnded() throws Exception {
        Claim claim = won(acquire(leader));
        assertThat(record(one, claim.epoch(), command)).isTrue();
        assertThat(record(one, claim.epoch(), command)).as("again").isTrue();
        assertThat(acquire(standby)).isInstanceOf(AcquireOutcome.HeldBy.class);
        release(claim);
        assertThat(epochRow()).containsEntry("released", true).containsEntry("command", command.text());
        assertThat(((AcquireOutcome.HeldBy) acquire(standby)).holder()).contains("one", "pid " + process.pid());
        assertThat(acquire(leader)).as("the same candidate").isInstanceOf(AcquireOutcome.HeldBy.class);
        store.deleteLock("nightly");
        process.destroyForcibly().waitFor();
        won(acquire(standby));
        assertThat(epochRow()).doesNotContainKey("command");
    }

    @Test // LEASE-2
    void candidateThatIgnoresCommandsKeepsTheRecordForOthers() {
        Claim claim = won(acquire(leader));
        record(one, claim.epoch(), command);
        release(claim);
        won(acquire(contender(other, "hasty", LiveCommands.IGNORE)));
        assertThat(epochRow()).containsEntry("command", command.text()).containsEntry("command_epoch", claim.epoch());
    }

    @Test // LEASE-2
    void onlyTheHolderOfTheEpochRecordsACommand() {
        Claim claim = won(acquire(leader));
        assertThat(record(one, claim.epoch() + 1, command)).isFalse();
        assertThat(record(other, claim.epoch(), command)).isFalse();
        edit("baton_epoch", "released", "json('true')");
        assertThat(record(one, claim.epoch(), command)).isFalse();
        assertThat(epochRow()).doesNotContainKey("command");
    }

    @Test // LEASE-2
    void clearRemovesOnlyTheSameCommandAlsoAfterTheRelease() {
        Claim claim = won(acquire(leader));
        record(one, claim.epoch(), command);
        clear(ANOTHER);
        assertThat(epochRow()).containsEntry("command", command.text());
        release(claim);
        clear(command);
        assertThat(epochRow()).doesNotContainKey("command").containsEntry("released", true);
        won(acquire(standby));
    }

    @Test // LEASE-2
    void recordingDoesNotChangeWhenTheTenureBegan() {
        Claim claim = won(acquire(leader));
        Optional<LeaderInfo> before =
                one.observe("nightly").toCompletableFuture().join();
        record(one, claim.epoch(), ANOTHER);
        record(one, claim.epoch(), command);
        assertThat(one.observe("nightly").toCompletableFuture().join())
                .isPresent()
                .isEqualTo(before);
    }

    @Test // LEASE-2
    void unknownFieldsSurviveEveryRewrite() {
        Claim claim = won(acquire(leader));
        edit("baton_epoch", "tomorrow", "json('{\"a\":[1,null]}')");
        edit("reconciler_lease", "tomorrow", "'x'");
        one.renew(List.of(claim)).toCompletableFuture().join();
        assertThat(store.text("SELECT payload FROM objects WHERE object_type = 'reconciler_lease'"))
                .contains("\"tomorrow\":\"x\"");
        record(one, claim.epoch(), command);
        assertThat(epochRow()).containsKey("tomorrow");
        clear(command);
        release(claim);
        won(acquire(standby));
        assertThat(epochRow()).containsKey("tomorrow").containsEntry("holder", "other");
    }

    @Test // LEASE-2
    void pathInARecordOfAnEarlierVersionIsNeverUsed() throws Exception {
        Path precious = Files.writeString(folder.resolve("i-am-precious"), "x");
        won(acquire(leader));
        for (String type : new String[] {"baton_epoch", "reconciler_lease"}) {
            edit(type, "holds", "'" + folder + "'");
            edit(type, "process", "'i'");
            edit(type, "pid", "4194303");
            edit(type, "start_time", "1");
        }
        won(acquire(standby));
        assertThat(precious).exists();
        assertThat(epochRow()).doesNotContainKey("holds");
    }

    @Test // FENCE-1
    void epochRefusesToOverflowAndChangesNothing() {
        Claim claim = won(acquire(leader));
        release(claim);
        edit("baton_epoch", "epoch", Long.toString(Long.MAX_VALUE));
        Map<String, @Nullable Object> before = epochRow();
        AcquireOutcome outcome = acquire(standby);
        assertThat(outcome).isInstanceOf(AcquireOutcome.Unknown.class);
        assertThat(((AcquireOutcome.Unknown) outcome).cause()).hasMessageContaining("the largest possible");
        assertThat(standby.acquire(Long.MAX_VALUE).toCompletableFuture().join())
                .isInstanceOf(AcquireOutcome.Unknown.class);
        assertThat(epochRow()).isEqualTo(before);
    }
}
