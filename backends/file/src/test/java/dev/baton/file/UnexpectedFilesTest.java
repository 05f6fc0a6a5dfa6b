package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.NativeFile;
import dev.baton.file.posix.StoreFiles;
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

/** Files of the wrong type, size or content in the store. */
class UnexpectedFilesTest {
    private FileStoreFixture store;

    @BeforeEach
    void open() throws IOException {
        store = new FileStoreFixture();
    }

    @AfterEach
    void close() {
        store.close();
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
    void doesNotFollowSymbolicLink() throws IOException {
        Path victim = store.directory.resolveSibling("victim");
        Files.writeString(victim, "precious");
        Files.createDirectories(store.layout.locks());
        Files.createSymbolicLink(store.lock(), victim);
        assertThat(store.contender("a").expectFailure())
                .hasMessageContaining("symbolic link")
                .hasMessageContaining("nightly");
        assertThat(Files.readString(victim)).isEqualTo("precious");
        assertThat(Files.isSymbolicLink(store.lock())).isTrue();
    }

    @Test // FILE-6
    void takesLockFileThatIsTooLarge() throws IOException {
        store.write("x".repeat(3 * NativeFile.MAX_BYTES));
        assertThat(store.contender("a").win().epoch()).isEqualTo(1);
        assertThat(store.read()).hasSizeLessThan(NativeFile.MAX_BYTES).contains("\"instance_id\":\"a\"");
    }

    @Test // FILE-6
    void leaderRestoresRecordInFileThatIsTooLarge() throws IOException {
        TestContender leader = store.contender("a");
        Claim claim = leader.win();
        store.write("x".repeat(3 * NativeFile.MAX_BYTES));
        store.contender("b").expectHeld();
        assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(store.read()).contains("\"instance_id\":\"a\"");
    }

    @Test // FENCE-1
    void refusesEpochFileThatIsTooLarge() throws IOException {
        TestContender contender = store.contender("a");
        contender.release(contender.win());
        String huge = "x".repeat(NativeFile.MAX_BYTES + 1);
        Files.writeString(store.layout.epoch(FileStoreFixture.ELECTION), huge);
        assertThat(contender.expectFailure())
                .hasMessageContaining("65537 bytes")
                .hasMessageContaining("move it away");
        assertThat(Files.readString(store.layout.epoch(FileStoreFixture.ELECTION)))
                .isEqualTo(huge);
    }

    @Test // FENCE-1
    void ignoresImpossibleEpochAndNeverOverflows() throws IOException {
        store.write("{\"instance_id\":\"x\",\"pid\":0,\"claimed_at\":\"2020-01-01T00:00:00Z\",\"epoch\":"
                + Long.MAX_VALUE + "}");
        TestContender contender = store.contender("a");
        Claim claim = contender.win();
        assertThat(claim.epoch()).isEqualTo(1);
        contender.release(claim);
        AcquireOutcome outcome = TestContender.await(contender.contender().acquire(1L << 53));
        assertThat(outcome).isInstanceOf(AcquireOutcome.Unknown.class);
        assertThat(((AcquireOutcome.Unknown) outcome).cause()).hasMessageContaining("no epoch is left");
    }

    @Test // FILE-6
    void refusesClaimThatDoesNotFitAndChangesNothing() throws IOException {
        String start = "{\"instance_id\":\"x\",\"pid\":0,\"claimed_at\":\"2020-01-01T00:00:00.000Z\",\"more\":\"";
        String nearlyFull = start + "x".repeat(NativeFile.MAX_BYTES - start.length() - 2) + "\"}";
        store.write(nearlyFull);
        assertThat(store.contender("a").expectFailure())
                .hasMessageContaining("keys of other programs")
                .hasMessageContaining("remove");
        assertThat(store.read()).isEqualTo(nearlyFull);
        store.write("");
        assertThat(store.contender("b").win().epoch()).isEqualTo(1);
    }

    private void putFifo(Path path) throws IOException {
        Files.createDirectories(StoreFiles.parentOf(path));
        assertThat(run("mkfifo", path.toString())).isZero();
    }

    @Test // FILE-2, API-7
    @Timeout(60)
    void observerRefusesFifoInPlaceOfLock() throws IOException {
        putFifo(store.lock());
        assertThat(store.process().observe(FileStoreFixture.ELECTION))
                .failsWithin(20, TimeUnit.SECONDS)
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("not a regular file");
    }

    @Test // FILE-2, API-9
    @Timeout(60)
    void refusesFifoInPlaceOfHistory() throws IOException {
        putFifo(store.layout.history(FileStoreFixture.ELECTION));
        assertThat(store.process().history(FileStoreFixture.ELECTION))
                .failsWithin(20, TimeUnit.SECONDS)
                .withThrowableOfType(ExecutionException.class)
                .withMessageContaining("not a regular file");
        assertThat(store.contender("a").expectFailure()).hasMessageContaining("not a regular file");
    }

    @Test // FILE-2
    void doesNotListFilesWithInvalidElectionNames() throws IOException {
        store.contender("a").win();
        for (String name : List.of("<img src=x>", "a\"b", "with space", "x".repeat(200))) {
            Files.createFile(store.layout.locks().resolve(name + DirectoryLayout.LOCK_SUFFIX));
        }
        assertThat(TestContender.await(store.process().elections())).containsExactly(FileStoreFixture.ELECTION);
    }

    @Test // FILE-2, FILE-11
    @Timeout(60)
    void ignoresFifosAmongLivenessAndRosterFiles() throws IOException {
        putFifo(store.layout.liveness("1-2-abc"));
        putFifo(store.layout.roster().resolve("1-2-abc.jsonl"));
        assertThat(TestContender.await(store.process().roster().list(FileStoreFixture.ELECTION)))
                .isEmpty();
        assertThat(TestContender.await(store.process().roster().prioritised())).isEmpty();
        store.contender("a").win();
    }

    @Test // FILE-2
    void refusesDirectoryOrFifoInPlaceOfLock() throws IOException {
        Files.createDirectories(store.lock());
        assertThat(store.contender("a").expectFailure()).hasMessageContaining("directory");
        Files.delete(store.lock());
        assertThat(run("mkfifo", store.lock().toString())).isZero();
        assertThat(store.contender("b").expectFailure()).hasMessageContaining("regular file");
    }

    @Test // FILE-6
    void takesBinaryOrTruncatedLockWithoutHolder() throws IOException {
        Files.createDirectories(store.layout.locks());
        Files.write(store.lock(), new byte[] {0, (byte) 0xff, 7, '\n', 0});
        TestContender contender = store.contender("a");
        Claim claim = contender.win();
        assertThat(store.read()).startsWith("{\"instance_id\":\"a\"").endsWith("}\n");
        contender.release(claim);
        store.write("{\"instance_id\":\"a\",\"pid\":1,\"claim");
        assertThat(contender.win().epoch()).isGreaterThan(claim.epoch());
    }

    @Test // FILE-6
    void leaderRestoresDeletedDirectory() {
        TestContender leader = store.contender("leader");
        Claim claim = leader.win();
        TempDirectories.delete(store.directory);
        assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(Files.exists(store.lock())).isTrue();
        assertThat(Files.exists(store.layout.epoch(FileStoreFixture.ELECTION))).isTrue();
    }

    @Test // FILE-6
    void reportsFileInPlaceOfDirectoryAndKeepsClaim() throws IOException {
        TestContender leader = store.contender("leader");
        Claim claim = leader.win();
        Path away = store.directory.resolveSibling("away");
        Files.move(store.directory, away);
        Files.writeString(store.directory, "in the way");
        assertThat(leader.renew(claim))
                .isInstanceOfSatisfying(
                        RenewOutcome.Unknown.class,
                        unknown -> assertThat(unknown.cause())
                                .hasMessageContaining("not a directory")
                                .hasMessageContaining("nightly"));
        Files.delete(store.directory);
        Files.move(away, store.directory);
        assertThat(leader.renew(claim)).isInstanceOf(RenewOutcome.Renewed.class);
    }

    @Test // FILE-6
    void changesNothingWhileFlockCommandHoldsLock() throws IOException {
        TestContender leader = store.contender("leader");
        Claim claim = leader.win();
        Process flock =
                new ProcessBuilder("flock", store.lock().toString(), "sh", "-c", "echo locked; read line").start();
        try (var output = flock.inputReader()) {
            assertThat(output.readLine()).isEqualTo("locked");
            String before = store.read();
            store.clock.advance(Duration.ofSeconds(11));
            assertThat(leader.renew(claim))
                    .isInstanceOfSatisfying(
                            RenewOutcome.Unknown.class,
                            unknown -> assertThat(unknown.cause()).hasMessageContaining("locked by another program"));
            assertThat(store.contender("other").expectFailure()).hasMessageContaining("locked by another program");
            assertThat(store.read()).isEqualTo(before);
        } finally {
            flock.destroy();
        }
        org.awaitility.Awaitility.await().until(() -> leader.renew(claim) instanceof RenewOutcome.Renewed);
    }
}
