package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.spi.Claim;
import dev.baton.spi.RenewOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A disk that is full, or read-only: a small file system of the test's own. */
class BadDisksTest {
    private Path mount;
    private Site site;

    @BeforeEach
    void mountSmallDisk() throws IOException {
        mount = Files.createTempDirectory("disk");
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", mount.toString()) == 0,
                "this user may not mount a file system");
        site = new Site(mount.resolve("store"));
    }

    @AfterEach
    void unmount() throws IOException {
        if (site != null) {
            run("umount", site.directory.toString());
            site.close();
            run("umount", "-l", mount.toString());
        }
        Files.deleteIfExists(mount);
    }

    private static int run(String... command) throws IOException {
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (InterruptedException interrupted) {
            throw new IOException(interrupted);
        }
    }

    /** Lays a read-only view of the directory over it. */
    private void makeReadOnly() throws IOException {
        String path = site.directory.toString();
        assertThat(run("mount", "--bind", path, path)).isZero();
        assertThat(run("mount", "-o", "remount,bind,ro", path)).isZero();
    }

    private void fill() throws IOException {
        run("sh", "-c", "cat /dev/zero > " + mount + "/filler; cat /dev/zero > " + mount + "/rest");
    }

    @Test // FILE-6
    void aFullDiskUnderALiveLeaderMakesNoSecondOneAndTheLeaderGoesOn() throws IOException {
        Player leader = site.player("leader");
        Player standby = site.player("standby");
        Claim claim = leader.win();
        standby.mustWait();
        fill();
        for (int i = 0; i < 3; i++) {
            site.clock.pass(java.time.Duration.ofSeconds(5));
            assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
            assertThat(standby.mustWait().holder()).isEqualTo("leader");
        }
    }

    @Test // FILE-6
    void aFullDiskAndAnEmptiedLockUnderALiveLeaderMakeNoSecondOne() throws IOException {
        Player leader = site.player("leader");
        Player standby = site.player("standby");
        Claim claim = leader.win();
        standby.mustWait();
        site.write("");
        fill();
        standby.mustWait();
        assertThat(leader.renew(claim))
                .isInstanceOfSatisfying(
                        RenewOutcome.Unknown.class,
                        unknown -> assertThat(unknown.cause()).hasMessageContaining("no space left"));
        standby.mustWait();
        Files.delete(mount.resolve("filler"));
        assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(standby.mustWait().epoch()).isEqualTo(claim.epoch());
    }

    @Test // FILE-6, FENCE-1
    void onAFullDiskNobodyBecomesLeaderAndNoEpochIsLost() throws IOException {
        Player player = site.player("a");
        Claim claim = player.win();
        player.release(claim);
        fill();
        Throwable cause = site.player("b").fails();
        assertThat(cause).hasMessageContaining("no space left");
        Files.delete(mount.resolve("filler"));
        Files.delete(mount.resolve("rest"));
        assertThat(site.player("c").win().epoch()).isGreaterThan(claim.epoch());
    }

    @Test // FILE-6
    void aReadOnlyDiskIsAClearErrorAndNothingIsLost() throws IOException {
        Player leader = site.player("leader");
        Claim claim = leader.win();
        makeReadOnly();
        assertThat(leader.renew(claim))
                .isInstanceOfSatisfying(
                        RenewOutcome.Unknown.class,
                        unknown -> assertThat(unknown.cause()).hasMessageContaining("read-only"));
        assertThat(site.player("other").fails()).hasMessageContaining("read-only");
        assertThat(Player.answer(site.process().observe(Site.ELECTION))
                        .orElseThrow()
                        .instanceId())
                .isEqualTo("leader");
        assertThat(run("umount", site.directory.toString())).isZero();
        assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
    }
}
