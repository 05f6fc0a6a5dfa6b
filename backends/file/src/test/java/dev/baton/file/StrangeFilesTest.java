package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.NativeFile;
import dev.baton.file.posix.OwnerOnlyFiles;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.RenewOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Files that are not what they should be, and disks that do not do what they should. */
class StrangeFilesTest {
    private Site site;

    @BeforeEach
    void open() throws IOException {
        site = new Site();
    }

    @AfterEach
    void close() {
        site.close();
    }

    private static int run(String... command) throws IOException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            return process.exitValue();
        } catch (InterruptedException interrupted) {
            throw new IOException(interrupted);
        }
    }

    @Test // FILE-2
    void aSymbolicLinkIsNeverFollowed() throws IOException {
        Path victim = site.directory.resolveSibling("victim");
        Files.writeString(victim, "precious");
        Files.createDirectories(site.layout.locks());
        Files.createSymbolicLink(site.lock(), victim);
        assertThat(site.player("a").fails())
                .hasMessageContaining("symbolic link")
                .hasMessageContaining("nightly");
        assertThat(Files.readString(victim)).isEqualTo("precious");
        assertThat(Files.isSymbolicLink(site.lock())).isTrue();
    }

    @Test // FILE-6
    void aFileThatIsTooLargeIsNoRecordAndClaimsNothing() throws IOException {
        site.write("x".repeat(3 * NativeFile.LONGEST));
        assertThat(site.player("a").win().epoch()).isEqualTo(1);
        assertThat(site.read()).hasSizeLessThan(NativeFile.LONGEST).contains("\"instance_id\":\"a\"");
    }

    @Test // FILE-6
    void aLiveLeaderRestoresItsRecordOverAFileThatIsTooLarge() throws IOException {
        Player leader = site.player("a");
        Claim claim = leader.win();
        site.write("x".repeat(3 * NativeFile.LONGEST));
        site.player("b").mustWait();
        assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(site.read()).contains("\"instance_id\":\"a\"");
    }

    @Test // FENCE-1
    void anEpochFileThatIsTooLargeIsRefusedAndNotTouched() throws IOException {
        Player player = site.player("a");
        player.release(player.win());
        String huge = "x".repeat(NativeFile.LONGEST + 1);
        Files.writeString(site.layout.epoch(Site.ELECTION), huge);
        assertThat(player.fails()).hasMessageContaining("65537 bytes").hasMessageContaining("move it away");
        assertThat(Files.readString(site.layout.epoch(Site.ELECTION))).isEqualTo(huge);
    }

    @Test // FENCE-1
    void anEpochThatNobodyReachesIsNoClaimAndDoesNotTurnNegative() throws IOException {
        site.write("{\"instance_id\":\"x\",\"pid\":0,\"claimed_at\":\"2020-01-01T00:00:00Z\",\"epoch\":"
                + Long.MAX_VALUE + "}");
        Player player = site.player("a");
        Claim claim = player.win();
        assertThat(claim.epoch()).isEqualTo(1);
        player.release(claim);
        AcquireOutcome used = Player.answer(player.contender().acquire(1L << 53));
        assertThat(used).isInstanceOf(AcquireOutcome.Unknown.class);
        assertThat(((AcquireOutcome.Unknown) used).cause()).hasMessageContaining("no epoch is left");
    }

    @Test // FILE-6
    void aClaimThatDoesNotFitBesideTheKeysOfOthersLeavesNothingBehind() throws IOException {
        String start = "{\"instance_id\":\"x\",\"pid\":0,\"claimed_at\":\"2020-01-01T00:00:00.000Z\",\"more\":\"";
        String nearlyFull = start + "x".repeat(NativeFile.LONGEST - start.length() - 2) + "\"}";
        site.write(nearlyFull);
        assertThat(site.player("a").fails())
                .hasMessageContaining("keys of other programs")
                .hasMessageContaining("remove");
        assertThat(site.read()).isEqualTo(nearlyFull);
        site.write("");
        assertThat(site.player("b").win().epoch()).isEqualTo(1);
    }

    private void putFifo(Path path) throws IOException {
        Files.createDirectories(OwnerOnlyFiles.directoryOf(path));
        assertThat(run("mkfifo", path.toString())).isZero();
    }

    @Test // FILE-2, API-7
    @Timeout(60)
    void aFifoInPlaceOfTheLockDoesNotStopAnObserver() throws IOException {
        putFifo(site.lock());
        assertThat(site.process().observe(Site.ELECTION))
                .failsWithin(20, TimeUnit.SECONDS)
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("not a regular file");
    }

    @Test // FILE-2, API-9
    @Timeout(60)
    void aFifoInPlaceOfTheHistoryIsAClearErrorAndStopsNobody() throws IOException {
        putFifo(site.layout.history(Site.ELECTION));
        assertThat(site.process().history(Site.ELECTION))
                .failsWithin(20, TimeUnit.SECONDS)
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("not a regular file");
        assertThat(site.player("a").fails()).hasMessageContaining("not a regular file");
    }

    @Test // FILE-2
    void filesWhoseNamesNoElectionMayHaveAreNotListed() throws IOException {
        site.player("a").win();
        for (String name : List.of("<img src=x>", "a\"b", "with space", "x".repeat(200))) {
            Files.createFile(site.layout.locks().resolve(name + DirectoryLayout.LOCK_SUFFIX));
        }
        assertThat(Player.answer(site.process().elections())).containsExactly(Site.ELECTION);
    }

    @Test // FILE-2, FILE-11
    @Timeout(60)
    void fifosAmongTheLivenessAndRosterFilesArePassedOver() throws IOException {
        putFifo(site.layout.liveness("1-2-abc"));
        putFifo(site.layout.roster().resolve("1-2-abc.jsonl"));
        assertThat(Player.answer(site.process().roster().list(Site.ELECTION))).isEmpty();
        assertThat(Player.answer(site.process().roster().prioritised())).isEmpty();
        site.player("a").win();
    }

    @Test // FILE-2
    void aDirectoryOrAFifoInPlaceOfTheLockIsAClearError() throws IOException {
        Files.createDirectories(site.lock());
        assertThat(site.player("a").fails()).hasMessageContaining("directory");
        Files.delete(site.lock());
        assertThat(run("mkfifo", site.lock().toString())).isZero();
        assertThat(site.player("b").fails()).hasMessageContaining("regular file");
    }

    @Test // FILE-6
    void whatIsBinaryOrTruncatedIsTakenWhenNobodyHeldIt() throws IOException {
        Files.createDirectories(site.layout.locks());
        Files.write(site.lock(), new byte[] {0, (byte) 0xff, 7, '\n', 0});
        Player player = site.player("a");
        Claim claim = player.win();
        assertThat(site.read()).startsWith("{\"instance_id\":\"a\"").endsWith("}\n");
        player.release(claim);
        site.write("{\"instance_id\":\"a\",\"pid\":1,\"claim");
        assertThat(player.win().epoch()).isGreaterThan(claim.epoch());
    }

    @Test // FILE-6
    void aDirectoryThatVanishesUnderALeaderIsPutBack() {
        Player leader = site.player("leader");
        Claim claim = leader.win();
        TempDirectories.delete(site.directory);
        assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(Files.exists(site.lock())).isTrue();
        assertThat(Files.exists(site.layout.epoch(Site.ELECTION))).isTrue();
    }

    @Test // FILE-6
    void aPathThatIsNotADirectoryIsAClearErrorAndNothingIsLost() throws IOException {
        Player leader = site.player("leader");
        Claim claim = leader.win();
        Path away = site.directory.resolveSibling("away");
        Files.move(site.directory, away);
        Files.writeString(site.directory, "in the way");
        assertThat(leader.renew(claim))
                .isInstanceOfSatisfying(
                        RenewOutcome.Unknown.class,
                        unknown -> assertThat(unknown.cause())
                                .hasMessageContaining("not a directory")
                                .hasMessageContaining("nightly"));
        Files.delete(site.directory);
        Files.move(away, site.directory);
        assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
    }

    @Test // FILE-6
    void whileFlockOneHoldsTheLockFileNothingIsChanged() throws IOException {
        Player leader = site.player("leader");
        Claim claim = leader.win();
        Process flock =
                new ProcessBuilder("flock", site.lock().toString(), "sh", "-c", "echo locked; read line").start();
        try (var said = flock.inputReader()) {
            assertThat(said.readLine()).isEqualTo("locked");
            String before = site.read();
            site.clock.pass(Duration.ofSeconds(11));
            assertThat(leader.renew(claim))
                    .isInstanceOfSatisfying(
                            RenewOutcome.Unknown.class,
                            unknown -> assertThat(unknown.cause()).hasMessageContaining("locked by another program"));
            assertThat(site.player("other").fails()).hasMessageContaining("locked by another program");
            assertThat(site.read()).isEqualTo(before);
        } finally {
            flock.destroy();
        }
        org.awaitility.Awaitility.await().until(() -> leader.renew(claim) instanceof RenewOutcome.Renewed);
    }
}
