package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fifty rounds in which one of two contenders loses its leadership in some way, over real processes. */
// API-3, FILE-9: nothing of a former leader's command runs beside its successor's
class LeashRoundsTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private Contest contest;

    @BeforeEach
    void begin() throws IOException {
        contest = begin(directory);
    }

    @AfterEach
    void nothingInterleavesAndNothingIsLeft() {
        end(contest, directory);
    }

    private static Contest begin(Path directory) throws IOException {
        Contest contest = new Contest(directory, "--validity", "2500ms", "--stop-grace", "300ms");
        contest.awaitEpochAfter(0, SOON);
        return contest;
    }

    private static void end(Contest contest, Path directory) {
        assertThat(contest.interleaved()).isEmpty();
        contest.close();
        await().atMost(SOON).until(() -> contest.survivors().isEmpty());
        assertThat(contest.interleaved()).isEmpty();
        await().atMost(SOON).until(() -> BatonProcess.leftovers(directory).isEmpty());
    }

    @Test
    void killedWithMinusNine() {
        for (int round = 0; round < 24; round++) {
            long epoch = contest.epoch();
            contest.killAndReplace(contest.leader());
            contest.awaitEpochAfter(epoch, SOON);
            assertThat(contest.interleaved()).isEmpty();
        }
    }

    @Test
    void killedAfterSomebodyDeletedItsHold() throws IOException {
        for (int round = 0; round < 3; round++) {
            long epoch = contest.epoch();
            for (Path hold : holds()) {
                Files.delete(hold);
            }
            await().atMost(SOON).until(() -> !holds().isEmpty());
            contest.killAndReplace(contest.leader());
            contest.awaitEpochAfter(epoch, SOON);
            assertThat(contest.interleaved()).isEmpty();
        }
    }

    private List<Path> holds() throws IOException {
        try (Stream<Path> files = Files.list(contest.store().resolve("live"))) {
            return files.filter(file -> file.getFileName().toString().contains(".hold"))
                    .toList();
        }
    }

    @Test
    void handedOver() {
        for (int round = 0; round < 12; round++) {
            long epoch = contest.epoch();
            String other = contest.leader().equals("a") ? "b" : "a";
            await().atMost(SOON)
                    .until(() -> Cli.run("transfer", "job", "--to", other, "--on", "file:" + contest.store())
                                    .code()
                            == 0);
            contest.awaitEpochAfter(epoch, SOON);
            assertThat(contest.interleaved()).isEmpty();
        }
    }

    @Test
    void lostBecauseTheStoreWasOutOfReach() throws IOException {
        for (int round = 0; round < 5; round++) {
            long epoch = contest.epoch();
            String leader = contest.leader();
            Path locks = contest.store().resolve("locks");
            Files.move(locks, contest.store().resolve("away"));
            Files.createFile(locks);
            await().atMost(SOON)
                    .until(() -> Files.readString(contest.events(leader)).contains("\"lost\",\"epoch\":" + epoch));
            await().atMost(SOON).until(() -> contest.survivors().isEmpty());
            Files.delete(locks);
            Files.move(contest.store().resolve("away"), locks);
            contest.awaitEpochAfter(epoch, SOON);
        }
    }

    /** In three elections at once, because a freeze is mostly waiting. */
    @Test
    void frozenPastTheValidity() throws Exception {
        List<Callable<Void>> elections = new ArrayList<>();
        for (String name : List.of("first", "second", "third")) {
            Path own = Files.createDirectory(directory.resolve(name));
            elections.add(() -> {
                Contest frozen = begin(own);
                for (int round = 0; round < 3; round++) {
                    freezeTheLeader(frozen);
                }
                end(frozen, own);
                return null;
            });
        }
        ExecutorService threads = Executors.newCachedThreadPool();
        for (Future<Void> election : threads.invokeAll(elections)) {
            election.get();
        }
        threads.shutdown();
    }

    private static void freezeTheLeader(Contest contest) {
        long epoch = contest.epoch();
        String leader = contest.leader();
        List<Long> its = contest.survivors();
        contest.contender(leader).signal("STOP");
        // That its command is dead in time, which is before a successor's, is what the interleaving tells.
        await().atMost(SOON).until(() -> its.stream().noneMatch(Processes::groupIsAlive));
        contest.awaitEpochAfter(epoch, SOON);
        assertThat(contest.interleaved()).isEmpty();
        contest.contender(leader).signal("CONT");
        await().atMost(SOON)
                .until(() -> Files.readString(contest.events(leader)).contains("\"lost\",\"epoch\":" + epoch));
    }
}
