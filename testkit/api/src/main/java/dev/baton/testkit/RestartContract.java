package dev.baton.testkit;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Any interleaving of calls leaves at most one leader and no leader without a claim. The calls are random; the system
 * properties {@code contract.seed} and {@code contract.seconds} repeat a run and make it longer.
 */
interface RestartContract {
    /** How many calls are made before the state that they left is checked. */
    int CALLS = 24;

    int THREADS = 4;

    ContractFixture fixture();

    @Test // API-1, API-6
    default void randomCallsOnTwoSessionsLeaveAtMostOneLeader() {
        RestartTrial trial = new RestartTrial(fixture());
        repeat("two sessions", 2, CALLS, trial::inOneProcess);
    }

    @Test // API-1, API-6
    default void randomCallsInTwoProcessesLeaveAtMostOneLeader() {
        RestartTrial trial = new RestartTrial(fixture());
        repeat("two processes", 0, 2 * CALLS, trial::inTwoProcesses);
    }

    private static void repeat(
            String where, long seconds, int count, Function<List<CandidateCall>, List<String>> trial) {
        Random random = seeded(where);
        long deadline = System.nanoTime()
                + Duration.ofSeconds(Long.getLong("contract.seconds", seconds)).toNanos();
        do {
            check(random, count, trial);
        } while (System.nanoTime() - deadline < 0);
    }

    private static Random seeded(String where) {
        long seed = Long.getLong("contract.seed", ThreadLocalRandom.current().nextLong());
        System.out.println("seed " + seed + " of random calls on " + where);
        return new Random(seed);
    }

    private static void check(Random random, int count, Function<List<CandidateCall>, List<String>> trial) {
        List<CandidateCall> calls = CandidateCall.random(random, count, THREADS, 2);
        List<String> violations = trial.apply(calls);
        if (!violations.isEmpty()) {
            List<CandidateCall> fewest = new CallShrinker(trial).shrink(calls);
            throw new AssertionError(
                    "violations: " + violations + "\nafter: " + calls + "\nwhich also fails as: " + fewest);
        }
    }
}
