package dev.baton.file;

import static dev.baton.file.FileStoreFixture.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.file.posix.StoreFiles;
import dev.baton.file.record.EpochSlots;
import dev.baton.file.record.EpochState;
import dev.baton.file.record.LockRecord;
import dev.baton.spi.Claim;
import dev.baton.support.process.Evidence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** FENCE-1: the store is deleted under a leader, who restores it at once and not with its next renewal. */
class DeletedFolderTest {
    private FileStoreFixture store;
    private TestContender leader;
    private Claim claim;

    private interface Damage {
        void happen() throws IOException;
    }

    @BeforeEach
    void lead() throws IOException {
        store = new FileStoreFixture();
        leader = store.contender(store.restoringProcess(FolderAge.unlimited(store.layout.epochs())), "leader");
        claim = leader.win();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private boolean isRestored() {
        try {
            Path epochs = store.layout.epoch(ELECTION);
            Optional<LockRecord> record = LockRecord.read(Files.readAllBytes(store.lock()));
            Optional<EpochState> state = EpochSlots.newest(Files.readAllBytes(epochs), epochs);
            return record.isPresent()
                    && record.get().owner().instanceId().equals("leader")
                    && record.get().epoch() == claim.epoch()
                    && state.isPresent()
                    && state.get().epoch() == claim.epoch()
                    && !state.get().released();
        } catch (IOException notYet) {
            return false;
        }
    }

    private void assertRestoredAfter(Damage damage) throws IOException {
        damage.happen();
        Awaitility.await().pollInterval(Duration.ofMillis(5)).until(this::isRestored);
        assertThat(leader.signals().lostEpochs).isEmpty();
        assertThat(store.contender("new").expectHeld().epoch()).isEqualTo(claim.epoch());
    }

    @Test // FENCE-1, FILE-6
    void restoresDeletedFolder() throws IOException {
        assertRestoredAfter(() -> TempDirectories.delete(store.directory));
        Awaitility.await()
                .until(() -> store.process()
                                .peers()
                                .deathEvidence()
                                .hasEnded(leader.backend().peers().self().owner("leader"))
                        == Evidence.NO);
    }

    @Test // FENCE-1
    void restoresFolderThatIsDeletedAgainAndAgain() throws IOException {
        for (int round = 0; round < 5; round++) {
            assertRestoredAfter(() -> TempDirectories.delete(store.directory));
        }
    }

    @Test // FENCE-1
    void restoresMovedFolder() throws IOException {
        assertRestoredAfter(() -> Files.move(store.directory, store.directory.resolveSibling("away")));
    }

    @Test // FENCE-1
    void restoresWhatAMovedParentTookAway() throws IOException {
        Path parent = StoreFiles.parentOf(store.directory);
        Path away = parent.resolveSibling(parent.getFileName() + "-away");
        try {
            assertRestoredAfter(() -> Files.move(parent, away));
        } finally {
            TempDirectories.delete(away);
        }
    }

    @Test // FENCE-1
    void restoresFilesThatAreDeletedOneByOne() throws IOException {
        assertRestoredAfter(() -> {
            Files.deleteIfExists(store.layout.epoch(ELECTION));
            Files.deleteIfExists(store.layout.history(ELECTION));
            Files.deleteIfExists(store.lock());
        });
    }

    @Test // FENCE-1
    void endsAtOnceIfAnotherOneLeads() throws IOException {
        LockRecord ours = LockRecord.read(Files.readAllBytes(store.lock())).orElseThrow();
        Path theirs = store.lock().resolveSibling(".theirs");
        Files.write(
                theirs,
                new String(ours.line(), StandardCharsets.UTF_8)
                        .replace("\"leader\"", "\"other\"")
                        .getBytes(StandardCharsets.UTF_8));
        Files.setPosixFilePermissions(theirs, PosixFilePermissions.fromString("rw-------"));
        Files.move(theirs, store.lock(), StandardCopyOption.REPLACE_EXISTING);
        Awaitility.await().until(() -> leader.signals().lostEpochs.contains(claim.epoch()));
    }

    @Test // FENCE-1
    void newCandidateLeavesALeaderTheTimeToRestoreADeletedFolder() throws IOException {
        TestContender slow = store.contender(store.process(), "leader");
        leader.release(claim);
        leader.backend().close();
        Claim held = slow.win();
        FolderAge age = new FolderAge(
                store.layout.epochs(),
                Duration.ofHours(1),
                pause -> assertThat(slow.renew(held)).isNotNull());
        TestContender candidate = store.contender(store.restoringProcess(age), "new");
        TempDirectories.delete(store.directory);
        assertThat(candidate.expectHeld().holder()).isEqualTo("leader");
        assertThat(candidate.expectHeld().epoch()).isEqualTo(held.epoch());
    }

    @Test // FENCE-1
    void firstCandidateOfANewFolderLeads() {
        leader.backend().close();
        TempDirectories.delete(store.directory);
        assertThat(store.contender(store.restoringProcess(FolderAge.of(store.layout.epochs())), "new")
                        .win()
                        .epoch())
                .isEqualTo(1);
    }
}
