package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Candidate;
import dev.baton.CandidateState;
import dev.baton.LeaderInfo;
import dev.baton.ShutdownException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Candidates that stop and start again while requests of earlier attempts are in progress. */
@Timeout(120)
class RestartTest {
    private static final int RUNS = 300;
    private static final int STEPS = 60;

    private final ElectionFixture fixture = new ElectionFixture();
    private Duration delay = Duration.ZERO;

    private DelayingBackend backend() {
        return new DelayingBackend(fixture.store.open(fixture.time), fixture.time, () -> delay);
    }

    @Test // PG-5, API-6
    void attemptIsSentOnlyAfterTheWithdrawalOfTheEarlierOneHasCompleted() {
        DelayingBackend backend = backend();
        Candidate candidate = fixture.candidate(fixture.over(backend), "a", settings -> settings);
        candidate.start();
        fixture.millis(1);
        assertThat(candidate.isLeader()).isTrue();
        delay = Duration.ofMillis(200);
        stopNow(candidate);
        candidate.start();
        fixture.millis(300);
        assertThat(backend.sent).as("before the withdrawals complete").containsOnlyOnce("acquire 1");
        fixture.seconds(3);
        assertThat(backend.sent).endsWith("acquire 1");
        assertLeadsByTheStore(candidate);
    }

    @Test // PG-5, API-6
    void contenderWhoseWithdrawalDoesNotCompleteIsReplaced() {
        DelayingBackend backend = backend();
        Candidate candidate = fixture.candidate(fixture.over(backend), "a", settings -> settings);
        candidate.start();
        fixture.millis(1);
        delay = Duration.ofSeconds(30);
        stopNow(candidate);
        delay = Duration.ZERO;
        candidate.start();
        fixture.seconds(15);
        assertThat(backend.sent).endsWith("acquire 2");
        // The store still has the claim of the first contender, and frees it only now.
        fixture.seconds(30);
        assertLeadsByTheStore(candidate);
        fixture.seconds(60);
        assertLeadsByTheStore(candidate);
    }

    @Test // API-6
    void lateGrantIsGivenBackBeforeTheNextAttemptIsSent() {
        DelayingBackend backend = backend();
        Candidate candidate = fixture.candidate(
                fixture.over(backend), "a", settings -> settings.retry(attempt -> Optional.of(Duration.ofMillis(1))));
        delay = Duration.ofMillis(1_500);
        candidate.start();
        fixture.millis(2_100);
        assertThat(candidate.state()).as("after the time limit").isNotEqualTo(CandidateState.LEADER);
        delay = Duration.ofMillis(10);
        ElectionFixture.await("it leads by a later attempt", () -> {
            fixture.millis(10);
            return candidate.isLeader();
        });
        assertThat(backend.sent).containsExactly("acquire 1", "release 1", "acquire 1");
        assertLeadsByTheStore(candidate);
        fixture.seconds(60);
        assertLeadsByTheStore(candidate);
    }

    @Test // PG-5, API-6
    void closedCandidateDoesNotStartAgain() {
        Candidate candidate = fixture.candidate("a");
        assertThat(candidate.state()).isEqualTo(CandidateState.STOPPED);
        candidate.closeAsync();
        assertThatThrownBy(candidate::start).isInstanceOf(IllegalStateException.class);
    }

    @Test // PG-5, API-1, API-6
    void randomCallsAndDelaysLeaveAtMostOneLeaderAndNoneWithoutAClaim() {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("seed=" + seed);
        long led = 0;
        for (int run = 0; run < RUNS; run++) {
            led += new RandomRun(seed + run).run();
        }
        assertThat(led).as("steps with a leader").isGreaterThan(RUNS);
    }

    private void assertLeadsByTheStore(Candidate candidate) {
        assertThat(leader(fixture)).isEqualTo("a " + epoch(candidate));
    }

    private static String leader(ElectionFixture fixture) {
        return fixture.store
                .leader(ElectionFixture.ELECTION, fixture.time)
                .map(RestartTest::text)
                .orElse("none");
    }

    private static String text(LeaderInfo leader) {
        return leader.instanceId() + " " + leader.epoch();
    }

    private static long epoch(Candidate candidate) {
        return candidate.leadership().orElseThrow().epoch();
    }

    /** Stops without waiting for replies, which take virtual time. */
    private static void stopNow(Candidate candidate) {
        try {
            candidate.stop(Duration.ZERO);
        } catch (ShutdownException forced) {
            // Expected: the release was forced.
        }
    }

    /** Two candidates with connections of their own, random delays and random calls. */
    private static final class RandomRun {
        private final long seed;
        private final Random random;
        private final ElectionFixture fixture = new ElectionFixture();
        private final List<Candidate> candidates = new ArrayList<>();
        private final List<String> trace = new ArrayList<>();
        private final Map<String, Deque<Runnable>> inside = Map.of("a", new ArrayDeque<>(), "b", new ArrayDeque<>());

        RandomRun(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            add("a");
            add("b");
        }

        private void add(String instanceId) {
            DelayingBackend backend =
                    new DelayingBackend(fixture.store.open(fixture.time), fixture.time, this::randomDelay);
            Candidate candidate = fixture.candidate(
                    fixture.over(backend),
                    instanceId,
                    settings -> settings.reacquireDelay(Duration.ofMillis(1))
                            .reconnectGrace(Duration.ofSeconds(20))
                            .retry(attempt -> Optional.of(Duration.ofMillis(1 + random.nextInt(500)))));
            candidate.listen(event -> {
                trace.add(instanceId + " " + event);
                Optional.ofNullable(inside(instanceId).poll()).ifPresent(Runnable::run);
                return CompletableFuture.completedFuture(true);
            });
            candidates.add(candidate);
        }

        /** Most requests are fast, some are slower than their time limit. */
        private Duration randomDelay() {
            return Duration.ofMillis(
                    switch (random.nextInt(8)) {
                        case 0 -> random.nextInt(4_000);
                        case 1, 2 -> random.nextInt(400);
                        default -> random.nextInt(3);
                    });
        }

        int run() {
            int led = 0;
            for (int step = 0; step < STEPS; step++) {
                call(candidates.get(random.nextInt(2)));
                for (int pause = random.nextInt(6); pause > 0; pause--) {
                    fixture.millis(random.nextInt(5) == 0 ? random.nextInt(3_000) : random.nextInt(30));
                    led += check();
                }
            }
            return led;
        }

        private void call(Candidate candidate) {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> traced(candidate, "start", candidate::start);
                case 3 -> traced(candidate, "stop now", () -> stopNow(candidate));
                case 4 ->
                    inside(candidate.instanceId())
                            .add(() -> traced(candidate, "stop", () -> candidate.stop(Duration.ZERO)));
                case 5 -> traced(candidate, "step down now", () -> candidate.stepDown(Duration.ZERO));
                case 6 ->
                    inside(candidate.instanceId())
                            .add(() -> traced(candidate, "step down", () -> candidate.stepDown(Duration.ZERO)));
                default -> traced(candidate, "transfer", () -> candidate.transferTo(random.nextBoolean() ? "a" : "b"));
            }
        }

        private Deque<Runnable> inside(String instanceId) {
            return Objects.requireNonNull(inside.get(instanceId));
        }

        private void traced(Candidate candidate, String name, Runnable call) {
            trace.add(candidate.instanceId() + " " + name);
            call.run();
        }

        private int check() {
            List<String> leaders = candidates.stream()
                    .flatMap(candidate -> candidate.leadership().stream())
                    .map(leadership -> leadership.instanceId() + " " + leadership.epoch())
                    .toList();
            if (!leaders.isEmpty() && !leaders.equals(List.of(leader(fixture)))) {
                throw new AssertionError("seed=" + seed + ": leaders " + leaders + ", but the store has "
                        + leader(fixture) + "\n" + String.join("\n", trace));
            }
            return leaders.size();
        }
    }
}
