package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.EndReason;
import dev.baton.file.record.LockContent;
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

/** What happens to the files under a leader that lives: never two leaders, and no epoch is lost. */
class LiveLeaderTest {
    private Site site;

    @BeforeEach
    void open() throws IOException {
        site = new Site();
    }

    @AfterEach
    void close() {
        site.close();
    }

    /** Something that an operator or an accident does to the lock file. */
    private interface Accident {
        void happen() throws IOException;
    }

    /** The standby waits, however often it looks; the leader's next renewal puts the claim back. */
    private void makesNoSecondLeader(Accident accident) throws IOException {
        Player leader = site.player("leader");
        Player standby = site.player("standby");
        Claim claim = leader.win();
        for (int round = 0; round < 4; round++) {
            accident.happen();
            AcquireOutcome.HeldBy held = standby.mustWait();
            assertThat(held.holder()).isEqualTo("leader");
            assertThat(held.epoch()).isEqualTo(claim.epoch());
            assertThat(held.freeAfter().orElseThrow()).isPositive().isLessThan(Duration.ofMillis(10_002));
            site.clock.pass(Duration.ofSeconds(5));
            assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
            assertThat(standby.mustWait().holder()).isEqualTo("leader");
            assertThat(site.read()).contains("\"instance_id\":\"leader\"");
        }
        assertThat(leader.release(claim)).isInstanceOf(ReleaseOutcome.Released.class);
        assertThat(standby.win().epoch()).isGreaterThan(claim.epoch());
    }

    @Test // FILE-6, FILE-7
    void deletingTheLockUnderALiveLeaderMakesNoSecondOne() throws IOException {
        makesNoSecondLeader(() -> Files.delete(site.lock()));
    }

    @Test // FILE-6, FILE-7
    void emptyingTheLockUnderALiveLeaderMakesNoSecondOne() throws IOException {
        makesNoSecondLeader(() -> site.write(""));
    }

    @Test // FILE-6, FILE-7
    void garbageInTheLockUnderALiveLeaderMakesNoSecondOne() throws IOException {
        makesNoSecondLeader(() -> site.write("\u0000{ not a record".repeat(100)));
    }

    @Test // FILE-6, FILE-7
    void halfARecordUnderALiveLeaderMakesNoSecondOne() throws IOException {
        makesNoSecondLeader(() -> site.write(site.read().substring(0, 40)));
    }

    @Test // FILE-6, FENCE-1
    void deletingTheDirectoryOfLocksUnderALiveLeaderMakesNoSecondOne() throws IOException {
        makesNoSecondLeader(() -> TempDirectories.delete(site.layout.locks()));
    }

    @Test // FILE-6, FENCE-1
    void deletingTheEpochFileTooMakesNoSecondLeaderAndLosesNoEpoch() throws IOException {
        makesNoSecondLeader(() -> {
            Files.delete(site.lock());
            Files.delete(site.layout.epoch(Site.ELECTION));
        });
    }

    @Test // FILE-6, FENCE-1
    void deletingEverythingUnderALiveLeaderMakesNoSecondOneWhoWatched() throws IOException {
        Player leader = site.player("leader");
        Player standby = site.player("standby");
        Claim claim = leader.win();
        standby.mustWait();
        TempDirectories.delete(site.directory);
        standby.mustWait();
        assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        standby.mustWait();
        leader.release(claim);
        assertThat(standby.win().epoch()).isGreaterThan(claim.epoch());
    }

    @Test // FILE-6
    void anEmptyLockIsTakenWhenItsLastHolderDidNotPutItBackForTheBound() throws IOException {
        Player leader = site.player("leader");
        Player standby = site.player("standby");
        Claim claim = leader.win();
        site.write("");
        standby.mustWait();
        site.clock.pass(Duration.ofSeconds(10));
        Duration free = standby.mustWait().freeAfter().orElseThrow();
        site.clock.pass(free);
        assertThat(standby.win().epoch()).isGreaterThan(claim.epoch());
        assertThat(leader.renew(claim)).isEqualTo(new RenewOutcome.Gone(EndReason.TAKEN_OVER));
    }

    @Test // FILE-6
    void aClaimPutBackBetweenTwoLooksStartsTheBoundAnew() throws IOException {
        Player leader = site.player("leader");
        Player standby = site.player("standby");
        Claim claim = leader.win();
        site.write("");
        standby.mustWait();
        site.clock.pass(Duration.ofSeconds(6));
        assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        site.write("");
        site.clock.pass(Duration.ofSeconds(5));
        assertThat(standby.mustWait().freeAfter().orElseThrow()).isGreaterThan(Duration.ofSeconds(9));
    }

    @Test // FILE-7
    void renewalKeepsKeysThatOthersAddedAndChangesTheTimeInPlace() throws IOException {
        Player leader = site.player("leader");
        Claim claim = leader.win();
        String before = site.read();
        site.write(before.trim().replaceAll("}$", ",\"note\":{\"claimed_at\":\"mine\"}}\n"));
        site.clock.pass(Duration.ofSeconds(5));
        assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        site.clock.pass(Duration.ofSeconds(5));
        Object inode = Files.getAttribute(site.lock(), "unix:ino");
        assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(Files.getAttribute(site.lock(), "unix:ino")).isEqualTo(inode);
        assertThat(site.read()).contains("\"note\":{\"claimed_at\":\"mine\"}").endsWith("}\n");
        LockRecord record = ((LockContent.Claimed) LockContent.of(Files.readAllBytes(site.lock()))).record();
        assertThat(record.claimedAt().toEpochMilli()).isEqualTo(site.clock.wallMillis());
        assertThat(record.asLeader("e").since().toEpochMilli()).isEqualTo(site.clock.wallMillis() - 10_000);
    }

    @Test // FILE-4, FILE-7
    void aClaimThatAnotherProgramTookIsGoneAndCounts() throws IOException {
        Player leader = site.player("leader");
        Claim claim = leader.win();
        site.write("{\"instance_id\":\"py\",\"pid\":" + ProcessHandle.current().pid() + ",\"claimed_at\":\""
                + dev.baton.spi.StatusJson.time(java.time.Instant.ofEpochMilli(site.clock.wallMillis())) + "\"}");
        assertThat(leader.renew(claim)).isEqualTo(new RenewOutcome.Gone(EndReason.TAKEN_OVER));
        assertThat(leader.release(claim)).isInstanceOf(ReleaseOutcome.NotOurs.class);
        assertThat(site.read()).contains("\"py\"");
        Player other = site.player("other");
        assertThat(other.mustWait().holder()).isEqualTo("py");
        site.write("");
        assertThat(other.win().epoch()).isGreaterThan(claim.epoch());
    }

    @Test // FILE-8
    void releaseEmptiesTheFileAndNeverUnlinksIt() throws IOException {
        Player leader = site.player("leader");
        Claim claim = leader.win();
        Object inode = Files.getAttribute(site.lock(), "unix:ino");
        leader.release(claim);
        assertThat(Files.size(site.lock())).isZero();
        assertThat(Files.getAttribute(site.lock(), "unix:ino")).isEqualTo(inode);
    }

    @Test // FILE-2
    void filesAndDirectoriesBelongToTheirOwnerAlone() throws IOException {
        Player leader = site.player("leader");
        leader.win();
        Player.answer(leader.backend().roster().announce(java.util.List.of()));
        try (var tree = Files.walk(site.directory)) {
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
    void aFrozenLeaderIsSucceededWhenItsClaimIsStaleAndLearnsThatItIsGone() {
        Player leader = site.player("leader");
        Player standby = site.player("standby");
        Claim claim = leader.win();
        site.clock.pass(Duration.ofSeconds(3));
        Duration free = standby.mustWait().freeAfter().orElseThrow();
        assertThat(free).isEqualTo(Duration.ofMillis(7_001));
        site.clock.pass(free);
        Claim next = standby.win();
        assertThat(next.epoch()).isGreaterThan(claim.epoch());
        assertThat(leader.renew(claim)).isEqualTo(new RenewOutcome.Gone(EndReason.TAKEN_OVER));
        assertThat(leader.release(claim)).isInstanceOf(ReleaseOutcome.NotOurs.class);
        assertThat(standby.renew(next)).isInstanceOf(RenewOutcome.Renewed.class);
    }

    @Test // FILE-6, FILE-10
    void aBackwardStepOfTheWallClockNeitherStealsNorWedges() {
        Player leader = site.player("leader");
        Player standby = site.player("standby");
        leader.win();
        site.clock.stepWall(Duration.ofHours(-1));
        standby.mustWait();
        site.clock.pass(Duration.ofSeconds(10));
        standby.mustWait();
        site.clock.pass(Duration.ofMillis(1));
        standby.win();
    }

    @Test // API-8
    void aTransferLetsItsTargetGoFirst() {
        Player leader = site.player("leader");
        Player heir = site.player("heir");
        Player other = site.player("other");
        leader.transfer(leader.win(), "heir");
        AcquireOutcome.HeldBy held = other.mustWait();
        assertThat(held.holder()).isEqualTo("heir");
        assertThat(held.freeAfter().orElseThrow()).isLessThanOrEqualTo(Duration.ofMillis(2_001));
        heir.win();
    }

    @Test // API-8
    void aTransferToSomebodyWhoDoesNotComeHoldsNobodyUpForLong() {
        Player leader = site.player("leader");
        Player other = site.player("other");
        leader.transfer(leader.win(), "nobody");
        site.clock.pass(other.mustWait().freeAfter().orElseThrow());
        other.win();
    }
}
