package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.Tenure;
import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.process.LiveProcess;
import dev.baton.file.record.EpochSlots;
import dev.baton.file.record.EpochState;
import dev.baton.file.record.JournalEntry;
import dev.baton.file.record.LockRecord;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.StatusJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A store that version 0.1 wrote: four tenures, the last of a leader that was killed with -9, and a standby that was
 * killed before it. Only the paths of the sockets were removed.
 */
class GoldenStoreTest {
    private static final String ELECTION = "golden";
    private static final Instant LAST_RENEWAL = Instant.parse("2026-11-16T07:28:13.811Z");

    private FileStoreFixture store;
    private DirectoryLayout layout;

    @BeforeEach
    void copy() throws Exception {
        store = new FileStoreFixture();
        layout = store.layout;
        Path golden = Path.of(
                Objects.requireNonNull(getClass().getResource("/golden-0.1")).toURI());
        try (Stream<Path> tree = Files.walk(golden)) {
            for (Path path : tree.toList()) {
                Files.copy(path, store.directory.resolve(golden.relativize(path).toString()));
            }
        }
        store.clock.setWall(LAST_RENEWAL.plusSeconds(1));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private Claim acquire() {
        AcquireOutcome outcome = TestContender.await(store.process()
                .contend(new ContenderSettings(ELECTION, "new", 0, "", new RecordedSignals()))
                .acquire(0));
        assertThat(outcome).isInstanceOf(AcquireOutcome.Won.class);
        return ((AcquireOutcome.Won) outcome).claim();
    }

    private List<Tenure> history() {
        return TestContender.await(store.process().history(ELECTION));
    }

    @Test // FILE-6
    void readsLockRecord() throws IOException {
        byte[] bytes = Files.readAllBytes(layout.lock(ELECTION));
        LockRecord record = LockRecord.read(bytes).orElseThrow();
        assertThat(record.owner().instanceId()).isEqualTo("three");
        assertThat(record.owner().process()).isEqualTo("10406-246145-9abb0197f5f65089");
        assertThat(record.epoch()).isEqualTo(4);
        assertThat(record.claimedAt()).isEqualTo(LAST_RENEWAL);
        assertThat(record.since()).isEqualTo(Instant.parse("2026-11-16T07:28:00.014Z"));
        LockRecord same = LockRecord.claim(
                record.owner(), record.epoch(), record.url(), record.claimedAt(), record.since(), record.all());
        assertThat(same.line()).as("the format is unchanged").isEqualTo(bytes);
    }

    @Test // FENCE-1
    void readsEpochSlots() throws IOException {
        Path path = layout.epoch(ELECTION);
        byte[] bytes = Files.readAllBytes(path);
        EpochState state = EpochSlots.newest(bytes, path).orElseThrow();
        assertThat(state.epoch()).isEqualTo(4);
        assertThat(state.seq()).isEqualTo(7);
        assertThat(state.released()).isFalse();
        assertThat(bytes).as("the format is unchanged").startsWith(EpochSlots.encode(state));
    }

    @Test // API-9
    void readsHistory() throws IOException {
        assertThat(history()).extracting(Tenure::epoch).containsExactly(1L, 2L, 3L, 4L);
        assertThat(history()).extracting(Tenure::instanceId).containsExactly("one", "zero", "two", "three");
        assertThat(history())
                .extracting(tenure -> tenure.reason().orElse(""))
                .containsExactly("shut_down", "shut_down", "transferred", "");
        String text = Files.readString(layout.history(ELECTION));
        assertThat(JournalEntry.readAll(text).stream().map(JournalEntry::line).collect(Collectors.joining()))
                .as("the format is unchanged")
                .isEqualTo(text);
    }

    @Test // FILE-11
    void readsRosterFilesAndLivenessFiles() throws IOException {
        assertThat(LiveProcess.readAll(layout))
                .extracting(LiveProcess::name)
                .containsExactlyInAnyOrder("10214-245845-d47dd54d36ffa4ad", "10406-246145-9abb0197f5f65089");
        for (Path file : DirectoryLayout.list(layout.roster())) {
            String line = Files.readString(file, StandardCharsets.UTF_8).trim();
            InstanceStatus status = ProcessRosterFile.status(line).orElseThrow();
            assertThat(StatusJson.write(status)).as("the format is unchanged").isEqualTo(line);
        }
        assertThat(TestContender.await(store.process().roster().list(ELECTION)))
                .as("both processes have ended")
                .isEmpty();
    }

    @Test // FILE-11
    void showsStatusesOfProcessesThatMayStillRun() throws IOException {
        TempDirectories.delete(layout.live());
        assertThat(TestContender.await(store.process().roster().list(ELECTION)))
                .extracting(InstanceStatus::instanceId)
                .containsExactlyInAnyOrder("two", "three");
        assertThat(TestContender.await(store.process().roster().prioritised()))
                .extracting(InstanceStatus::instanceId)
                .containsExactly("two");
    }

    @Test // FENCE-1, FILE-6
    void continuesWithLargerEpochAfterLeaderThatEnded() {
        assertThat(acquire().epoch()).isEqualTo(5);
        assertThat(history().get(3).reason()).contains("session_closed");
        assertThat(TestContender.await(store.process().observe(ELECTION)).map(LeaderInfo::epoch))
                .contains(5L);
    }

    @Test // FENCE-1, FILE-10
    void continuesWithLargerEpochAfterReboot() throws IOException {
        TempDirectories.delete(layout.live());
        String text = Files.readString(layout.lock(ELECTION));
        Files.writeString(layout.lock(ELECTION), text.replaceAll("\"boot_id\":\"[^\"]*\"", "\"boot_id\":\"earlier\""));
        assertThat(acquire().epoch()).isEqualTo(5);
        assertThat(history().get(3).reason()).contains("session_closed");
    }

    @Test // FENCE-1
    void continuesWithLargerEpochAfterClaimBecameStale() {
        TempDirectories.delete(layout.live());
        store.clock.advance(Duration.ofSeconds(30));
        assertThat(acquire().epoch()).isEqualTo(5);
    }
}
