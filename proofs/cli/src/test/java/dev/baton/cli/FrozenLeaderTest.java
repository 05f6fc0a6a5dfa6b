package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rounds in which the leader is frozen until the standby has taken over, and then resumed. */
// API-3, FILE-9: no process of a former leader's command runs beside its successor's
class FrozenLeaderTest {
    private static final int ROUNDS = 3;
    private static final int ATTEMPTS = 10;

    @TempDir
    Path directory;

    /** Runs three elections at once, because a standby waits ten seconds before it replaces a frozen leader. */
    @Test
    void commandsNeverOverlapWhenLeaderIsFrozenPastTheValidity() throws Exception {
        List<Callable<Integer>> elections = new ArrayList<>();
        for (String name : List.of("first", "second", "third")) {
            Path own = Files.createDirectory(directory.resolve(name));
            elections.add(() -> freezeInRounds(own));
        }
        ExecutorService threads = Executors.newCachedThreadPool();
        for (Future<Integer> rounds : threads.invokeAll(elections)) {
            assertThat(rounds.get()).isEqualTo(ROUNDS);
        }
        threads.shutdown();
    }

    private static int freezeInRounds(Path directory) throws Exception {
        int rounds = 0;
        try (Contest contest = new Contest(directory)) {
            for (int attempt = 0; attempt < ATTEMPTS && rounds < ROUNDS; attempt++) {
                rounds += freezeLeader(contest) ? 1 : 0;
            }
        }
        return rounds;
    }

    /** Returns whether the process still led when it was frozen: on a busy machine it may have lost before. */
    private static boolean freezeLeader(Contest contest) {
        long epoch = contest.epoch();
        String leader = contest.leaderOf(epoch);
        contest.freeze(leader);
        boolean lostBefore = contest.hasLost(leader, epoch);
        contest.awaitEndOfCommand(epoch);
        contest.awaitEpochAfter(epoch);
        contest.assertNoOverlap();
        contest.resume(leader);
        contest.awaitLoss(leader, epoch);
        return !lostBefore;
    }
}
