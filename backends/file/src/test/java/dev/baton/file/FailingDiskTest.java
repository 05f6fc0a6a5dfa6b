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

/** A full or read-only disk, on a small file system that the test mounts. */
class FailingDiskTest {
    private Path mount;
    private FileStoreFixture store;

    @BeforeEach
    void mountSmallDisk() throws IOException {
        mount = Files.createTempDirectory("disk");
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", mount.toString()) == 0,
                "this user may not mount a file system");
        store = new FileStoreFixture(mount.resolve("store"));
    }

    @AfterEach
    void unmount() throws IOException {
        if (store != null) {
            run("umount", store.directory.toString());
            store.close();
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

    /** Mounts a read-only view over the directory. */
    private void makeReadOnly() throws IOException {
        String path = store.directory.toString();
        assertThat(run("mount", "--bind", path, path)).isZero();
        assertThat(run("mount", "-o", "remount,bind,ro", path)).isZero();
    }

    private void fill() throws IOException {
        run("sh", "-c", "cat /dev/zero > " + mount + "/filler; cat /dev/zero > " + mount + "/rest");
    }

    @Test // FILE-6
    void leaderContinuesAloneOnFullDisk() throws IOException {
        TestContender leader = store.contender("leader");
        TestContender standby = store.contender("standby");
        Claim claim = leader.win();
        standby.expectHeld();
        fill();
        for (int i = 0; i < 3; i++) {
            store.clock.advance(java.time.Duration.ofSeconds(5));
            assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
            assertThat(standby.expectHeld().holder()).isEqualTo("leader");
        }
    }

    @Test // FILE-6
    void noSecondLeaderOnFullDiskWithEmptiedLock() throws IOException {
        TestContender leader = store.contender("leader");
        TestContender standby = store.contender("standby");
        Claim claim = leader.win();
        standby.expectHeld();
        store.write("");
        fill();
        standby.expectHeld();
        assertThat(leader.renew(claim))
                .isInstanceOfSatisfying(
                        RenewOutcome.Unknown.class,
                        unknown -> assertThat(unknown.cause()).hasMessageContaining("no space left"));
        standby.expectHeld();
        Files.delete(mount.resolve("filler"));
        assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(standby.expectHeld().epoch()).isEqualTo(claim.epoch());
    }

    @Test // FILE-6, FENCE-1
    void noNewLeaderAndNoLostEpochOnFullDisk() throws IOException {
        TestContender contender = store.contender("a");
        Claim claim = contender.win();
        contender.release(claim);
        fill();
        Throwable cause = store.contender("b").expectFailure();
        assertThat(cause).hasMessageContaining("no space left");
        Files.delete(mount.resolve("filler"));
        Files.delete(mount.resolve("rest"));
        assertThat(store.contender("c").win().epoch()).isGreaterThan(claim.epoch());
    }

    @Test // FILE-6
    void reportsReadOnlyDiskAndKeepsClaim() throws IOException {
        TestContender leader = store.contender("leader");
        Claim claim = leader.win();
        makeReadOnly();
        assertThat(leader.renew(claim))
                .isInstanceOfSatisfying(
                        RenewOutcome.Unknown.class,
                        unknown -> assertThat(unknown.cause()).hasMessageContaining("read-only"));
        assertThat(store.contender("other").expectFailure()).hasMessageContaining("read-only");
        assertThat(TestContender.await(store.process().observe(FileStoreFixture.ELECTION))
                        .orElseThrow()
                        .instanceId())
                .isEqualTo("leader");
        assertThat(run("umount", store.directory.toString())).isZero();
        assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
    }
}
