package dev.baton.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.BatonClock;
import dev.baton.BatonException;
import dev.baton.spi.StoreCheck;
import dev.baton.testkit.TestCandidate;
import dev.baton.testkit.TestCandidateProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lease file is one file in one place: whatever happens to the files beside it, there are never two leaders. */
class OneFileTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration VALIDITY = Duration.ofSeconds(3);

    @TempDir
    Path folder;

    private Path file;
    private TestCandidate leader;

    @BeforeEach
    void lead() {
        file = folder.resolve("lease.db");
        leader = TestCandidateProcess.start(url(file), "nightly", "one", VALIDITY);
        Awaitility.await().atMost(SOON).until(() -> leader.status().leader());
    }

    @AfterEach
    void close() {
        leader.close();
    }

    private static String url(Path file) {
        return "lease:sqlite:" + file + "?ttl=3s";
    }

    /** A standby sees a whole ttl pass without becoming leader beside the first one. */
    private void standsByWithoutASecondLeader() {
        long epoch = leader.status().epoch();
        try (TestCandidate other = TestCandidateProcess.start(url(file), "nightly", "other", VALIDITY)) {
            neverBothLead(other);
            assertThat(leader.status()).isEqualTo(new TestCandidate.Status(true, epoch));
            leader.close();
            Awaitility.await().atMost(SOON).until(() -> other.status().leader());
            assertThat(other.status().epoch()).isGreaterThan(epoch);
        }
    }

    private void neverBothLead(TestCandidate other) {
        long until = System.nanoTime() + Duration.ofSeconds(5).toNanos();
        Awaitility.await().atMost(SOON).until(() -> {
            boolean first = leader.status().leader();
            assertThat(other.status().leader() && first && leader.status().leader())
                    .as("both lead")
                    .isFalse();
            return System.nanoTime() - until > 0;
        });
    }

    @Test // LEASE-2, FENCE-1
    void leaseOfALeaderIsInTheFileItself() throws Exception {
        assertThat(folder.resolve("lease.db-wal")).doesNotExist();
        assertThat(folder.resolve("lease.db-shm")).doesNotExist();
        // A copy of nothing but the file has the whole lease.
        Path copy = Files.copy(file, folder.resolve("copy.db"));
        try (LeaseBackend backend = LeaseBackend.open("sqlite:" + copy, LeaseOptions.defaults(), BatonClock.system())) {
            assertThat(backend.observe("nightly")
                            .toCompletableFuture()
                            .join()
                            .orElseThrow()
                            .epoch())
                    .isEqualTo(leader.status().epoch());
        }
    }

    @Test // LEASE-2, FENCE-1
    void deletingTheFilesBesideItUnderALeaderMakesNoSecondOne() throws Exception {
        for (String ending : new String[] {"-wal", "-shm", "-journal"}) {
            Files.deleteIfExists(Path.of(file + ending));
        }
        standsByWithoutASecondLeader();
    }

    @Test // LEASE-2, FENCE-1
    void copyInPlaceOfTheFileUnderALeaderMakesNoSecondOne() throws Exception {
        Path copy = Files.copy(file, folder.resolve("copy"));
        Files.move(copy, file, StandardCopyOption.REPLACE_EXISTING);
        // A renewal between the copy and the move is lost with the former file, and may end the tenure.
        try (TestCandidate other = TestCandidateProcess.start(url(file), "nightly", "other", VALIDITY)) {
            neverBothLead(other);
            Awaitility.await("one leads")
                    .atMost(SOON)
                    .until(() -> leader.status().leader() != other.status().leader());
        }
    }

    @Test // LEASE-2, FENCE-1
    void hardLinkUnderALeaderEndsItsLeadershipInsteadOfMakingASecondOne() throws Exception {
        long epoch = leader.status().epoch();
        Path other = Files.createLink(folder.resolve("other.db"), file);
        refused(other, "hard links");
        refused(file, "hard links");
        Awaitility.await().atMost(SOON).until(() -> !leader.status().leader());
        refused(other, "hard links");
        Files.delete(other);
        Awaitility.await().atMost(SOON).until(() -> leader.status().leader());
        assertThat(leader.status().epoch()).isGreaterThan(epoch);
    }

    @Test // LEASE-2, FENCE-1
    void fileOfALeaderThatIsMountedIntoAnotherFolderIsRefusedThere() throws Exception {
        long epoch = leader.status().epoch();
        Path other =
                Files.createFile(Files.createDirectory(folder.resolve("data")).resolve("lease.db"));
        assumeTrue(run("mount", "--bind", file.toString(), other.toString()) == 0, "this user may not mount");
        try {
            refused(other, "mount point");
        } finally {
            run("umount", "-l", other.toString());
        }
        assertThat(leader.status()).isEqualTo(new TestCandidate.Status(true, epoch));
    }

    private static void refused(Path other, String reason) {
        assertThatThrownBy(() -> new LeaseBackendProvider().open(url(other), BatonClock.system()))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining(reason);
        try (LeaseBackend backend =
                LeaseBackend.open("sqlite:" + other, LeaseOptions.defaults(), BatonClock.system())) {
            StoreCheck check = backend.selfTest().get(0);
            assertThat(check.ok()).isFalse();
            assertThat(check.detail()).contains(reason);
        }
    }

    @Test // LEASE-6
    void readingCreatesNothing() {
        Path mistyped = folder.resolve("mistyped.db");
        try (LeaseBackend backend = LeaseBackend.open(
                        "sqlite:" + mistyped, LeaseOptions.defaults(), BatonClock.system())
                .checkReachable()) {
            assertThat(backend.observe("nightly").toCompletableFuture().join()).isEmpty();
            assertThat(backend.elections().toCompletableFuture().join()).isEmpty();
            assertThat(backend.history("nightly").toCompletableFuture().join()).isEmpty();
            assertThat(backend.roster().list("nightly").toCompletableFuture().join())
                    .isEmpty();
            assertThat(backend.selfTest()).hasSize(1).allMatch(StoreCheck::ok);
        }
        assertThat(folder.toFile().list()).allMatch(name -> name.startsWith("lease.db"));
    }

    private static int run(String... command) throws Exception {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
