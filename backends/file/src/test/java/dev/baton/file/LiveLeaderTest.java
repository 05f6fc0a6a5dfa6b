package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.EndReason;
import dev.baton.file.record.LockRecord;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.RenewOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes to the files under a live leader never cause a second leader or a lost epoch. */
class LiveLeaderTest {
    private FileStoreFixture store;

    @BeforeEach
    void open() throws IOException {
        store = new FileStoreFixture();
    }

    @AfterEach
    void close() {
        store.close();
    }

    /** A change to the files by an operator or by accident. */
    private interface Accident {
        void happen() throws IOException;
    }

    /** Checks that the standby waits and that the next renewal of the leader restores the claim. */
    private void assertNoSecondLeaderAfter(Accident accident) throws IOException {
        TestContender leader = store.contender("leader");
        TestContender standby = store.contender("standby");
        Claim claim = leader.win();
        for (int round = 0; round < 4; round++) {
            accident.happen();
            AcquireOutcome.HeldBy held = standby.expectHeld();
            assertThat(held.holder()).isEqualTo("leader");
            assertThat(held.epoch()).isEqualTo(claim.epoch());
            assertThat(held.freeAfter().orElseThrow()).isPositive().isLessThan(Duration.ofMillis(10_002));
            store.clock.advance(Duration.ofSeconds(5));
            assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
            assertThat(standby.expectHeld().holder()).isEqualTo("leader");
            assertThat(store.read()).contains("\"instance_id\":\"leader\"");
        }
        assertThat(leader.release(claim)).isInstanceOf(ReleaseOutcome.Released.class);
        assertThat(standby.win().epoch()).isGreaterThan(claim.epoch());
    }

    @Test // FILE-6, FILE-7
    void noSecondLeaderAfterLockIsDeleted() throws IOException {
        assertNoSecondLeaderAfter(() -> Files.delete(store.lock()));
    }

    @Test // FILE-6, FILE-7
    void noSecondLeaderAfterLockIsEmptied() throws IOException {
        assertNoSecondLeaderAfter(() -> store.write(""));
    }

    @Test // FILE-6, FILE-7
    void noSecondLeaderAfterLockIsOverwritten() throws IOException {
        assertNoSecondLeaderAfter(() -> store.write("\u0000{ not a record".repeat(100)));
    }

    @Test // FILE-6, FILE-7
    void noSecondLeaderAfterLockIsTruncated() throws IOException {
        assertNoSecondLeaderAfter(() -> store.write(store.read().substring(0, 40)));
    }

    @Test // FILE-6, FENCE-1
    void noSecondLeaderAfterLockDirectoryIsDeleted() throws IOException {
        assertNoSecondLeaderAfter(() -> TempDirectories.delete(store.layout.locks()));
    }

    @Test // FILE-6, FENCE-1
    void noSecondLeaderAfterLockAndEpochFileAreDeleted() throws IOException {
        assertNoSecondLeaderAfter(() -> {
            Files.delete(store.lock());
            Files.delete(store.layout.epoch(FileStoreFixture.ELECTION));
        });
    }

    @Test // FILE-6, FENCE-1
    void noSecondLeaderAmongStandbysAfterStoreIsDeleted() throws IOException {
        TestContender leader = store.contender("leader");
        TestContender standby = store.contender("standby");
        Claim claim = leader.win();
        standby.expectHeld();
        TempDirectories.delete(store.directory);
        standby.expectHeld();
        assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        standby.expectHeld();
        leader.release(claim);
        assertThat(standby.win().epoch()).isGreaterThan(claim.epoch());
    }

    @Test // FILE-6
    void takesEmptyLockThatHolderDidNotRestoreInTime() throws IOException {
        TestContender leader = store.contender("leader");
        TestContender standby = store.contender("standby");
        Claim claim = leader.win();
        store.write("");
        standby.expectHeld();
        store.clock.advance(Duration.ofSeconds(10));
        Duration free = standby.expectHeld().freeAfter().orElseThrow();
        store.clock.advance(free);
        assertThat(standby.win().epoch()).isGreaterThan(claim.epoch());
        assertThat(leader.renew(claim)).isEqualTo(new RenewOutcome.Gone(EndReason.TAKEN_OVER));
    }

    @Test // FILE-6
    void restoredClaimRestartsTimer() throws IOException {
        TestContender leader = store.contender("leader");
        TestContender standby = store.contender("standby");
        Claim claim = leader.win();
        store.write("");
        standby.expectHeld();
        store.clock.advance(Duration.ofSeconds(6));
        assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        store.write("");
        store.clock.advance(Duration.ofSeconds(5));
        assertThat(standby.expectHeld().freeAfter().orElseThrow()).isGreaterThan(Duration.ofSeconds(9));
    }

    @Test // FILE-7
    void renewalKeepsKeysOfOtherProgramsAndRewritesInPlace() throws IOException {
        TestContender leader = store.contender("leader");
        Claim claim = leader.win();
        String before = store.read();
        store.write(before.trim().replaceAll("}$", ",\"note\":{\"claimed_at\":\"mine\"}}\n"));
        store.clock.advance(Duration.ofSeconds(5));
        assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        store.clock.advance(Duration.ofSeconds(5));
        Object inode = Files.getAttribute(store.lock(), "unix:ino");
        assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(Files.getAttribute(store.lock(), "unix:ino")).isEqualTo(inode);
        assertThat(store.read()).contains("\"note\":{\"claimed_at\":\"mine\"}").endsWith("}\n");
        LockRecord record = LockRecord.read(Files.readAllBytes(store.lock())).orElseThrow();
        assertThat(record.claimedAt().toEpochMilli()).isEqualTo(store.clock.wallMillis());
        assertThat(record.asLeader("e").since().toEpochMilli()).isEqualTo(store.clock.wallMillis() - 10_000);
    }

    @Test // FILE-4, FILE-7
    void losesClaimThatOtherProgramTook() throws IOException {
        TestContender leader = store.contender("leader");
        Claim claim = leader.win();
        store.write("{\"instance_id\":\"py\",\"pid\":" + ProcessHandle.current().pid() + ",\"claimed_at\":\""
                + dev.baton.spi.StatusJson.time(java.time.Instant.ofEpochMilli(store.clock.wallMillis())) + "\"}");
        assertThat(leader.renew(claim)).isEqualTo(new RenewOutcome.Gone(EndReason.TAKEN_OVER));
        assertThat(leader.release(claim)).isInstanceOf(ReleaseOutcome.NotOurs.class);
        assertThat(store.read()).contains("\"py\"");
        TestContender other = store.contender("other");
        assertThat(other.expectHeld().holder()).isEqualTo("py");
        store.write("");
        assertThat(other.win().epoch()).isGreaterThan(claim.epoch());
    }

    @Test // FILE-8
    void releaseEmptiesFileWithoutUnlinkingIt() throws IOException {
        TestContender leader = store.contender("leader");
        Claim claim = leader.win();
        Object inode = Files.getAttribute(store.lock(), "unix:ino");
        leader.release(claim);
        assertThat(Files.size(store.lock())).isZero();
        assertThat(Files.getAttribute(store.lock(), "unix:ino")).isEqualTo(inode);
    }

    @Test // FILE-2
    void filesAreAccessibleToOwnerOnly() throws IOException {
        TestContender leader = store.contender("leader");
        leader.win();
        TestContender.await(leader.backend().roster().announce(java.util.List.of()));
        try (var tree = Files.walk(store.directory)) {
            for (var path : tree.toList()) {
                String expected = Files.isDirectory(path) ? "rwx------" : "rw-------";
                if (!path.toString().endsWith(".sock")) {
                    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                            .as(path.toString())
                            .isEqualTo(expected);
                }
            }
        }
    }

    @Test // FILE-6
    void replacesFrozenLeaderWhenItsClaimIsStale() {
        TestContender leader = store.contender("leader");
        TestContender standby = store.contender("standby");
        Claim claim = leader.win();
        store.clock.advance(Duration.ofSeconds(3));
        Duration free = standby.expectHeld().freeAfter().orElseThrow();
        assertThat(free).isEqualTo(Duration.ofMillis(7_001));
        store.clock.advance(free);
        Claim next = standby.win();
        assertThat(next.epoch()).isGreaterThan(claim.epoch());
        assertThat(leader.renew(claim)).isEqualTo(new RenewOutcome.Gone(EndReason.TAKEN_OVER));
        assertThat(leader.release(claim)).isInstanceOf(ReleaseOutcome.NotOurs.class);
        assertThat(standby.renew(next)).isInstanceOf(RenewOutcome.Renewed.class);
    }

    @Test // FILE-6, FILE-10
    void takesClaimOnTimeAfterWallClockWasSetBack() {
        TestContender leader = store.contender("leader");
        TestContender standby = store.contender("standby");
        leader.win();
        store.clock.stepWall(Duration.ofHours(-1));
        standby.expectHeld();
        store.clock.advance(Duration.ofSeconds(10));
        standby.expectHeld();
        store.clock.advance(Duration.ofMillis(1));
        standby.win();
    }

    @Test // API-8
    void reservesClaimForTransferTarget() {
        TestContender leader = store.contender("leader");
        TestContender heir = store.contender("heir");
        TestContender other = store.contender("other");
        leader.transfer(leader.win(), "heir");
        AcquireOutcome.HeldBy held = other.expectHeld();
        assertThat(held.holder()).isEqualTo("heir");
        assertThat(held.freeAfter().orElseThrow()).isLessThanOrEqualTo(Duration.ofMillis(2_001));
        heir.win();
    }

    @Test // API-8
    void reservationForAbsentTargetExpires() {
        TestContender leader = store.contender("leader");
        TestContender other = store.contender("other");
        leader.transfer(leader.win(), "absent");
        store.clock.advance(other.expectHeld().freeAfter().orElseThrow());
        other.win();
    }
}
