package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.file.posix.NativeFile;
import dev.baton.spi.Claim;
import dev.baton.spi.RenewOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

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

    @Test // FILE-2
    void aFileThatIsTooLargeIsNotOursAndNotTouched() throws IOException {
        String huge = "x".repeat(NativeFile.LONGEST + 1);
        site.write(huge);
        assertThat(site.player("a").fails()).hasMessageContaining("65537 bytes").hasMessageContaining("move it away");
        assertThat(site.read()).isEqualTo(huge);
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
