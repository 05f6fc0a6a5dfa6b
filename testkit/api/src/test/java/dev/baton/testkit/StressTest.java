package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateSettings;
import dev.baton.CandidateState;
import dev.baton.ShutdownException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Calls all methods concurrently from threads, listeners and work. */
class StressTest {
    private static final int THREADS = 8;
    private static final int CALLS = 10_000;
    private static final Duration LIMIT = Duration.ofSeconds(90);

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final AtomicLong insideCalls = new AtomicLong();
    private final AtomicLong calling = new AtomicLong();
    private volatile boolean finished;
    private final List<Candidate> candidates = new ArrayList<>();
    private final Map<Candidate, List<CandidateEvent>> eventsOf = new HashMap<>();

    @Test // PG-5, PG-11
    void concurrentCallsNeverDeadlockAndEveryTenureIsClosedOnce() throws Exception {
        System.out.println("seed=" + seed);
        List<Baton> batons = new ArrayList<>();
        for (int process = 0; process < 3; process++) {
            Baton baton = Baton.connect("memory:stress-" + seed);
            batons.add(baton);
            join(baton, "first-" + process);
            join(baton, "second-" + process);
        }
        ExecutorService callers = Executors.newFixedThreadPool(THREADS);
        List<CompletableFuture<Void>> done = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            Random random = new Random(seed + thread);
            done.add(CompletableFuture.runAsync(() -> callManyTimes(random), callers));
        }
        inTime(CompletableFuture.allOf(done.toArray(CompletableFuture[]::new)));
        finished = true;
        ElectionFixture.await("no calls from listeners and work", () -> calling.get() == 0);
        inTime(CompletableFuture.runAsync(() -> batons.forEach(Baton::close), callers));
        callers.shutdown();
        assertThat(candidates)
                .allMatch(candidate -> candidate.state() == CandidateState.STOPPED && !candidate.isLeader());
        ElectionFixture.await(
                "every tenure is closed", () -> eventsOf.values().stream().allMatch(StressTest::isClosed));
        eventsOf.forEach((candidate, events) ->
                assertThat(violations(events)).as(candidate.instanceId()).isEmpty());
        long tenures = eventsOf.values().stream().mapToLong(StressTest::tenures).sum();
        System.out.println("tenures=" + tenures + " calls from listeners and work=" + insideCalls.get());
        assertThat(tenures).isGreaterThan(100);
        assertThat(insideCalls.get()).isGreaterThan(100);
    }

    private void join(Baton baton, String instanceId) {
        Candidate candidate = baton.election("stress")
                .candidate(CandidateSettings.builder()
                        .instanceId(instanceId)
                        .reacquireDelay(Duration.ofMillis(1))
                        .retry(attempt -> Optional.of(Duration.ofMillis(5)))
                        .build());
        List<CandidateEvent> events = new CopyOnWriteArrayList<>();
        eventsOf.put(candidate, events);
        candidates.add(candidate);
        Random random = new Random(seed + instanceId.hashCode());
        candidate.listen(event -> {
            events.add(event);
            callFromInside(random);
            return CompletableFuture.completedFuture(true);
        });
        candidate.whileLeading(leadership -> {
            callFromInside(random);
            callFromInside(random);
        });
        candidate.start();
    }

    private void callManyTimes(Random random) {
        for (int i = 0; i < CALLS; i++) {
            call(random);
        }
    }

    /** Stops calling before the connections close: a candidate started after that would stay started. */
    private void callFromInside(Random random) {
        calling.incrementAndGet();
        if (!finished) {
            insideCalls.incrementAndGet();
            call(random);
        }
        calling.decrementAndGet();
    }

    private void call(Random random) {
        Candidate candidate = candidates.get(random.nextInt(candidates.size()));
        try {
            switch (random.nextInt(40)) {
                case 0, 1, 2, 3, 4 -> candidate.start();
                case 5 -> candidate.stop(Duration.ofMillis(random.nextInt(20)));
                case 6, 7 -> candidate.stepDown(Duration.ofMillis(random.nextInt(20)));
                case 8, 9 -> candidate.awaitLeadership(Duration.ofNanos(random.nextInt(1_000_000)));
                case 10 ->
                    candidate.transferTo(
                            candidates.get(random.nextInt(candidates.size())).instanceId());
                case 11, 12 ->
                    candidate
                            .listen(event -> CompletableFuture.completedFuture(true))
                            .close();
                case 13, 14 ->
                    candidate.whileLeading(leadership -> candidate.state()).close();
                case 15, 16, 17 -> candidate.leadership().ifPresent(leadership -> leadership.remaining());
                case 18, 19, 20 -> candidate.gate("gate").tryRun(leadership -> leadership.isValid());
                case 21, 22, 23 -> candidate.state();
                default -> candidate.isLeader();
            }
        } catch (ShutdownException late) {
            // Short timeouts are expected to be exceeded.
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
    }

    private static void inTime(CompletableFuture<Void> all) throws Exception {
        try {
            all.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException stuck) {
            Thread.getAllStackTraces().forEach((thread, frames) -> {
                System.out.println(thread);
                for (StackTraceElement frame : frames) {
                    System.out.println("    at " + frame);
                }
            });
            throw new AssertionError("not done within " + LIMIT + "; see the thread dump above", stuck);
        }
    }

    private static boolean isClosed(List<CandidateEvent> events) {
        long closed = events.stream()
                .filter(event -> event instanceof CandidateEvent.Lost || event instanceof CandidateEvent.Released)
                .count();
        return closed == tenures(events);
    }

    private static long tenures(List<CandidateEvent> events) {
        return events.stream().filter(CandidateEvent.Acquired.class::isInstance).count();
    }

    private static List<String> violations(List<CandidateEvent> events) {
        List<String> violations = new ArrayList<>();
        long open = 0;
        long last = 0;
        for (CandidateEvent event : events) {
            if (event instanceof CandidateEvent.Acquired acquired) {
                if (open != 0 || acquired.epoch() <= last) {
                    violations.add(event + " after epoch " + last + ", open " + open);
                }
                open = acquired.epoch();
                last = open;
            } else if (event instanceof CandidateEvent.Lost || event instanceof CandidateEvent.Released) {
                long epoch = event instanceof CandidateEvent.Lost lost
                        ? lost.epoch()
                        : ((CandidateEvent.Released) event).epoch();
                if (epoch != open) {
                    violations.add(event + " while open is " + open);
                }
                open = 0;
            } else if (event instanceof CandidateEvent.Stopped && open != 0) {
                violations.add("stopped while open is " + open);
            }
        }
        return violations;
    }
}
