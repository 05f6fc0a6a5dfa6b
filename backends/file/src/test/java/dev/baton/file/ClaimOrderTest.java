package dev.baton.file;

import static dev.baton.file.FileStoreFixture.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.EndReason;
import dev.baton.file.disk.CriticalSection;
import dev.baton.file.disk.DiskSync;
import dev.baton.file.posix.NativeFile;
import dev.baton.file.record.ClaimOwner;
import dev.baton.file.record.EpochSlots;
import dev.baton.file.record.EpochState;
import dev.baton.file.record.LockRecord;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.RenewOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The order of the steps that make a claim safe, each visible from outside. */
class ClaimOrderTest {
    private FileStoreFixture store;

    @BeforeEach
    void open() throws IOException {
        store = new FileStoreFixture();
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test // FILE-6, FILE-7
    void validityCountsFromBeforeTheLock() {
        LockClock clock = new LockClock(store.lock());
        TestContender leader = store.contender(store.process(clock, false), "leader");
        Claim claim = leader.win();
        assertThat(clock.wasLockedAt(claim.countsFrom().nanos())).isFalse();
        assertThat(leader.renew(claim))
                .isInstanceOfSatisfying(
                        RenewOutcome.Renewed.class,
                        renewed -> assertThat(
                                        clock.wasLockedAt(renewed.countsFrom().nanos()))
                                .isFalse());
    }

    /** A disk that runs a step at each sync of a file. */
    private record WatchedDisk(Step onSync, List<Path> syncedDirectories) implements DiskSync {
        private interface Step {
            void run() throws IOException;
        }

        @Override
        public void sync(NativeFile file) throws IOException {
            onSync.run();
            file.sync();
        }

        @Override
        public void syncDirectory(Path directory) {
            syncedDirectories.add(directory);
        }
    }

    private TestContender contenderOn(WatchedDisk disk, String id) {
        return store.contender(store.process(store.clock, disk), id);
    }

    private long storedEpoch() throws IOException {
        Path path = store.layout.epoch(ELECTION);
        return EpochSlots.newest(Files.readAllBytes(path), path).orElseThrow().epoch();
    }

    @Test // FENCE-1
    void epochIsDurableBeforeTheClaimIsWritten() {
        List<Long> synced = new ArrayList<>();
        WatchedDisk disk = new WatchedDisk(
                () -> {
                    assertThat(store.read())
                            .as("the claim at the time of the sync")
                            .isEmpty();
                    synced.add(storedEpoch());
                },
                new ArrayList<>());
        TestContender leader = contenderOn(disk, "leader");
        Claim first = leader.win();
        assertThat(synced).containsExactly(first.epoch());
        assertThat(disk.syncedDirectories()).containsExactly(store.layout.epochs(), store.directory);
        leader.release(first);
        Claim second = leader.win();
        assertThat(synced).containsExactly(first.epoch(), second.epoch());
    }

    @Test // FENCE-1
    void noClaimIsWrittenIfTheEpochIsNotDurable() throws IOException {
        WatchedDisk broken = new WatchedDisk(
                () -> {
                    throw new IOException("the disk is broken");
                },
                new ArrayList<>());
        assertThat(contenderOn(broken, "a").expectFailure()).hasMessageContaining("the disk is broken");
        assertThat(store.read()).isEmpty();
        assertThat(store.contender("b").win().epoch()).isEqualTo(2);
    }

    @Test // FILE-4
    void lockFileThatIsDeletedDuringTheAttemptGrantsNothing() {
        WatchedDisk deletes = new WatchedDisk(() -> Files.delete(store.lock()), new ArrayList<>());
        assertThat(contenderOn(deletes, "a").expectFailure()).hasMessageContaining("just written");
        store.contender("b").win();
    }

    @Test // FILE-4
    void epochFileThatIsReplacedDuringTheAttemptGrantsNothing() {
        Path epoch = store.layout.epoch(ELECTION);
        WatchedDisk replaces = new WatchedDisk(
                () -> {
                    byte[] content = Files.readAllBytes(epoch);
                    Files.delete(epoch);
                    Files.write(epoch, content);
                },
                new ArrayList<>());
        assertThat(contenderOn(replaces, "a").expectFailure()).hasMessageContaining("just written");
    }

    @Test // FILE-4, FILE-6
    void lockOfAReplacedFileIsTakenAgainAtThePath() throws IOException {
        NativeFile old = NativeFile.openLocked(store.lock(), Duration.ZERO);
        CompletionStage<AcquireOutcome> attempt;
        try {
            attempt = store.contender("a").contender().acquire(0);
            Awaitility.await().until(() -> openDescriptorsOf(store.lock()) == 2);
            Files.delete(store.lock());
        } finally {
            old.close();
        }
        assertThat(TestContender.await(attempt)).isInstanceOf(AcquireOutcome.Won.class);
        assertThat(store.read()).contains("\"instance_id\":\"a\"");
    }

    private static long openDescriptorsOf(Path path) throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/dev/fd/"))) {
            return descriptors.filter(fd -> isLinkTo(fd, path)).count();
        }
    }

    private static boolean isLinkTo(Path descriptor, Path path) {
        try {
            return Files.readSymbolicLink(descriptor).equals(path);
        } catch (IOException closedMeanwhile) {
            return false;
        }
    }

    /** Writes a tenure of the same owner under another epoch, as a second life of the candidate would. */
    private void putOwnTenure(TestContender contender, long epoch) throws IOException {
        ClaimOwner owner = contender.contender().owner();
        Instant now = Instant.ofEpochMilli(store.clock.wallMillis());
        try (CriticalSection section =
                new CriticalSection(store.layout, ELECTION, Duration.ofSeconds(1), DiskSync.KERNEL)) {
            EpochState before = section.epochState().orElseThrow();
            section.writeEpoch(before.next(epoch, owner));
            section.writeRecord(
                    LockRecord.claim(owner, epoch, "", now, now, Map.of()).line());
        }
    }

    @Test // FILE-7, FENCE-1
    void ownRecordUnderAnotherEpochIsAnotherTenure() throws IOException {
        TestContender leader = store.contender("leader");
        Claim claim = leader.win();
        putOwnTenure(leader, claim.epoch() + 3);
        String other = store.read();
        assertThat(leader.renew(claim)).isEqualTo(new RenewOutcome.Gone(EndReason.TAKEN_OVER));
        assertThat(leader.release(claim)).isInstanceOf(ReleaseOutcome.NotOurs.class);
        assertThat(store.read()).isEqualTo(other);
    }

    @Test // FILE-8, FENCE-1
    void releaseOfAnotherEpochKeepsOwnRecord() throws IOException {
        TestContender leader = store.contender("leader");
        Claim claim = leader.win();
        putOwnTenure(leader, claim.epoch() + 3);
        assertThat(leader.release(claim)).isInstanceOf(ReleaseOutcome.NotOurs.class);
        assertThat(store.read()).contains("\"epoch\":" + (claim.epoch() + 3));
    }
}
