package dev.baton.examples.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three harness processes and a relay process, with ten leaders killed while events are open. */
@Tag("proof")
class KilledLeadersTest {
    private static final int EVENTS = 1_000;
    private static final int KILLS = 10;
    private static final int EVENTS_BETWEEN_KILLS = 70;
    /** The maximum number of unanswered events. Each kill waits until this many were posted. */
    private static final int MAX_OPEN = 20;

    private static final int THINK_MILLIS = 8;

    private final Semaphore slots = new Semaphore(MAX_OPEN);
    private final List<Kill> kills = new ArrayList<>();
    private final Map<Long, Long> firstAnswer = new HashMap<>();
    private int posted;

    @Test // FILE-1 FILE-13
    @Timeout(60)
    void everyEventIsAnsweredExactlyOnceWhenTenLeadersAreKilled(@TempDir Path directory) throws Exception {
        long start = System.nanoTime();
        try (HarnessFleet fleet = new HarnessFleet(directory, THINK_MILLIS);
                RecordingSubscriber subscriber = fleet.subscribe(this::recordAnswer)) {
            for (int i = 0; i < 3; i++) {
                fleet.start().instance();
            }
            HarnessFleet.Member newest = fleet.withInstanceId(firstLeader(subscriber));
            while (posted < EVENTS) {
                boolean killDue = posted % EVENTS_BETWEEN_KILLS == 0;
                if (killDue) {
                    awaitAllAnswered(subscriber, newest);
                }
                if (killDue && killsWithOpenEvents(subscriber) < KILLS) {
                    post(subscriber, MAX_OPEN);
                    killLeader(fleet, subscriber);
                    newest = fleet.start();
                } else {
                    post(subscriber, 1);
                }
            }
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> subscriber.answers().size() >= EVENTS);
            kills.forEach(kill -> assertLateReplyIsRefused(kill, subscriber));
            RelayStatistics statistics = subscriber.client().statistics().join();
            report(statistics, subscriber, System.nanoTime() - start);
            assertEveryEventAnsweredOnce(statistics, subscriber);
            assertEpochsIncreaseWithOneInstanceEach(subscriber);
        }
    }

    private String firstLeader(RecordingSubscriber subscriber) throws InterruptedException {
        post(subscriber, 1);
        await().until(() -> !subscriber.answers().isEmpty());
        return subscriber.answers().get(0).instance();
    }

    /** The relay does not repeat events, so the newest harness must be connected before more are posted. */
    private void awaitAllAnswered(RecordingSubscriber subscriber, HarnessFleet.Member newest) {
        newest.instance();
        int expected = posted;
        await().pollInterval(Duration.ofMillis(5))
                .atMost(Duration.ofSeconds(20))
                .until(() -> subscriber.answers().size() >= expected);
    }

    private void post(RecordingSubscriber subscriber, int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            assertThat(slots.tryAcquire(30, TimeUnit.SECONDS))
                    .as(
                            "slot for event %d; answers so far: %s",
                            posted, subscriber.answers().size())
                    .isTrue();
            subscriber.client().post(new RelayEvent("e" + posted, "question " + posted));
            posted++;
        }
    }

    /** Waits for one more answer at each kill, so that kills hit different phases of an answer. */
    private void killLeader(HarnessFleet fleet, RecordingSubscriber subscriber) {
        await().pollInterval(Duration.ofMillis(1)).until(() -> slots.availablePermits() >= kills.size() % KILLS);
        List<AgentAction> answers = subscriber.answers();
        AgentAction last = answers.get(answers.size() - 1);
        fleet.withInstanceId(last.instance()).program().kill();
        kills.add(new Kill(last.epoch(), last.instance(), posted, System.nanoTime()));
    }

    /** A reply of a killed leader may still be in a buffer and reach the relay after its successor's. */
    private static void assertLateReplyIsRefused(Kill kill, RecordingSubscriber subscriber) {
        AgentAction late =
                new AgentAction(Surface.DISPATCH, "e" + (kill.posted - 1), kill.epoch, kill.instance, "too late");
        assertThat(subscriber.client().send(late).join()).isEqualTo(RelayVerdict.STALE_EPOCH);
    }

    private void recordAnswer(AgentAction action) {
        if (action.surface() == Surface.DISPATCH) {
            synchronized (firstAnswer) {
                firstAnswer.putIfAbsent(action.epoch(), System.nanoTime());
            }
            slots.release();
        }
    }

    private void assertEveryEventAnsweredOnce(RelayStatistics statistics, RecordingSubscriber subscriber) {
        assertThat(statistics.posted()).isEqualTo(EVENTS);
        assertThat(statistics.replies()).isEqualTo(EVENTS);
        assertThat(statistics.stale()).isGreaterThanOrEqualTo(KILLS);
        assertThat(subscriber.answers())
                .extracting(AgentAction::event)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, EVENTS).mapToObj(i -> "e" + i).toList());
        assertThat(killsWithOpenEvents(subscriber)).isEqualTo(KILLS);
    }

    private static void assertEpochsIncreaseWithOneInstanceEach(RecordingSubscriber subscriber) {
        assertThat(subscriber.actions()).extracting(AgentAction::epoch).isSorted();
        Map<Long, String> instances = new HashMap<>();
        for (AgentAction action : subscriber.actions()) {
            assertThat(instances.computeIfAbsent(action.epoch(), first -> action.instance()))
                    .as("instance of epoch %d", action.epoch())
                    .isEqualTo(action.instance());
        }
        assertThat(instances).hasSizeGreaterThan(KILLS);
    }

    /** Counts only kills that left open events: on a busy machine a leader may finish before it is killed. */
    private long killsWithOpenEvents(RecordingSubscriber subscriber) {
        return kills.stream()
                .filter(kill -> answeredBySuccessors(kill, subscriber) > 0)
                .count();
    }

    /** Returns how many events the killed leader left to its successors. */
    private static long answeredBySuccessors(Kill kill, RecordingSubscriber subscriber) {
        return subscriber.answers().stream()
                .filter(action -> action.epoch() > kill.epoch)
                .filter(action -> Integer.parseInt(action.event().substring(1)) < kill.posted)
                .count();
    }

    private void report(RelayStatistics statistics, RecordingSubscriber subscriber, long nanos) {
        List<Long> waits;
        synchronized (firstAnswer) {
            waits = kills.stream()
                    .map(kill -> firstAnswer.entrySet().stream()
                            .filter(first -> first.getKey() > kill.epoch)
                            .mapToLong(first -> first.getValue() - kill.killedAt)
                            .min()
                            .orElse(-1))
                    .map(TimeUnit.NANOSECONDS::toMillis)
                    .sorted()
                    .toList();
        }
        long inherited = kills.stream()
                .mapToLong(kill -> answeredBySuccessors(kill, subscriber))
                .sum();
        System.out.println("harness: " + statistics);
        System.out.println("harness: " + kills.size() + " leaders killed, " + killsWithOpenEvents(subscriber)
                + " of them with open events, " + inherited + " events left to successors, kill to next answer in ms "
                + waits + ", " + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms in total");
    }

    /** A killed leader: its epoch and id, the number of events posted before, and the time. */
    private record Kill(long epoch, String instance, int posted, long killedAt) {}
}
