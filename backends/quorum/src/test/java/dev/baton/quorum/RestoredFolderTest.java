package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.BatonClock;
import dev.baton.EndReason;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import dev.baton.testkit.IgnoredSignals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Earlier copies of a state folder, and members with other settings, in one group. */
class RestoredFolderTest {

    /** Starts the third member twice, and restores what its folder was after the first start. */
    private static void restoreEarlierFolder(TestGroup group) throws IOException {
        Path folder = group.directory().resolve("n3");
        Path backup = group.directory().resolve("backup");
        try (QuorumBackend third = open(group.url("n3"))) {
            awaitReached(third, 3);
        }
        copy(folder, backup);
        try (QuorumBackend third = open(group.url("n3"))) {
            awaitReached(third, 3);
        }
        copy(backup, folder);
    }

    @Test // QUORUM-4, QUORUM-7
    void memberWithRestoredFolderIsRefusedByItsPeers() throws IOException {
        try (TestGroup group = new TestGroup(3, TestGroup.FAST, false);
                QuorumBackend first = open(group.url("n1"));
                QuorumBackend second = open(group.url("n2"))) {
            restoreEarlierFolder(group);
            assertThat(first.rejected()).containsEntry("mistaken", 0L);
            try (QuorumBackend third = open(group.url("n3"))) {
                await().atMost(Duration.ofSeconds(20))
                        .until(() -> first.rejected().getOrDefault("mistaken", 0L) > 0
                                && second.rejected().getOrDefault("mistaken", 0L) > 0);
                // The refused side may have taken the connection for a good one until it was closed.
                awaitReached(first, 2);
                awaitReached(third, 1);
            }
        }
    }

    @Test // QUORUM-7
    void refusalOfARestoredFolderIsLoggedOnceOnEachSide() throws IOException {
        try (TestGroup group = new TestGroup(3, TestGroup.FAST, false);
                QuorumBackend first = open(group.url("n1"));
                QuorumBackend second = open(group.url("n2"))) {
            restoreEarlierFolder(group);
            try (CapturedLog log = new CapturedLog();
                    QuorumBackend third = open(group.url("n3"))) {
                await("errors on all sides")
                        .atMost(Duration.ofSeconds(20))
                        .untilAsserted(() -> assertThat(log.text())
                                .containsPattern(
                                        "ERROR .*member=n1 refuses member n3: the state folder of n3 is an earlier copy")
                                .containsPattern(
                                        "ERROR .*member=n2 refuses member n3: the state folder of n3 is an earlier copy")
                                .containsPattern(
                                        "ERROR .*member=n3 is refused by member n[12]: the state folder of n3 is an"));
                assertThat(log.text().split("member=n1 refuses member n3", -1))
                        .as("logged once")
                        .hasSize(2);
                assertThat(first.rejected().get("mistaken")).isPositive();
                awaitReached(second, 2);
                awaitReached(third, 1);
            }
        }
    }

    @Test // QUORUM-7
    void membersWithDifferentLeasesWorkTogetherWhileLeaseIsChanged() {
        try (TestGroup group = new TestGroup(3, TestGroup.FAST, false);
                CapturedLog log = new CapturedLog();
                QuorumBackend first = open(group.url("n1"))) {
            String longer = group.url("n2").replace("lease=2500ms", "lease=6s");
            try (QuorumBackend second = open(longer);
                    QuorumBackend third = open(group.url("n3"))) {
                awaitReached(second, 3);
                awaitReached(third, 3);
                // Promises last for the longest lease of the group.
                await().until(() -> longestPromise(first).compareTo(Duration.ofSeconds(6)) > 0
                        && longestPromise(third).compareTo(Duration.ofSeconds(6)) > 0);
                assertRenews(second);
                assertThat(log.text())
                        .containsPattern("WARN .*member=n1 has heartbeat=200ms and lease=2500ms, but member n2 has"
                                + " heartbeat=200ms and lease=6000ms;")
                        .containsPattern("WARN .*member=n2 has heartbeat=200ms and lease=6000ms, but member n3 has")
                        .doesNotContain("but member n2 has heartbeat=200ms and lease=2500ms")
                        .doesNotContainPattern("member=n1 has .* but member n3 has");
            }
        }
    }

    /** A leader with a longer lease than the others counts on the shortest, and renews as often as any. */
    private static void assertRenews(QuorumBackend backend) {
        Contender contender = backend.contend(new ContenderSettings("nightly", "n2", 0, "", new IgnoredSignals()));
        CompletableFuture<Claim> claim = new CompletableFuture<>();
        await().atMost(Duration.ofSeconds(20)).until(() -> {
            if (contender.acquire(0).toCompletableFuture().join() instanceof AcquireOutcome.Won won) {
                claim.complete(won.claim());
            }
            return claim.isDone();
        });
        Claim held = claim.join();
        for (int round = 0; round < 3; round++) {
            assertThat(GroupMember.await(backend.renew(List.of(held)), Duration.ofSeconds(5)))
                    .hasEntrySatisfying(held, outcome -> assertThat(outcome).isInstanceOf(RenewOutcome.Renewed.class));
        }
        contender
                .release(held, ReleaseRequest.of(EndReason.RESIGNED))
                .toCompletableFuture()
                .join();
        contender.close();
    }

    private static Duration longestPromise(QuorumBackend backend) {
        return GroupMember.await(backend.longestPromise(), Duration.ofSeconds(5));
    }

    private static QuorumBackend open(String url) {
        Backend backend = new QuorumBackendProvider().open(url, BatonClock.system());
        return (QuorumBackend) backend;
    }

    private static void awaitReached(QuorumBackend backend, long members) {
        await().atMost(Duration.ofSeconds(20)).until(() -> reached(backend) == members);
    }

    private static long reached(QuorumBackend backend) {
        return GroupMember.await(backend.members(), Duration.ofSeconds(5)).members().stream()
                .filter(MemberList.Entry::reached)
                .count();
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }
}
