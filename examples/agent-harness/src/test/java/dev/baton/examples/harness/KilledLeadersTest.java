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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three real harnesses and a real relay, while the leader is killed again and again. */
class KilledLeadersTest {
    private static final int EVENTS = 1_000;
    private static final int KILLS = 10;
    private static final int BETWEEN_KILLS = 70;
    /** As many events are open at any time: nobody is killed when there is nothing to lose. */
    private static final int OPEN = 20;

    private static final int THINK_MILLIS = 8;

    private final Semaphore room = new Semaphore(OPEN);
    private final List<Kill> kills = new ArrayList<>();
    private final Map<Long, Long> firstAnswer = new HashMap<>();
    private int posted;

    @Test // FILE-1 FILE-13
    @Timeout(60)
    void everyEventIsAnsweredExactlyOnceAlthoughTenLeadersAreKilled(@TempDir Path directory) throws Exception {
        long began = System.nanoTime();
        try (Fleet fleet = new Fleet(directory, THINK_MILLIS);
                Witness witness = fleet.witness(this::note)) {
            for (int i = 0; i < 3; i++) {
                fleet.start().instance();
            }
            Fleet.Member newest = fleet.named(firstLeader(witness));
            while (posted < EVENTS) {
                boolean due = posted % BETWEEN_KILLS == 0;
                if (due) {
                    settle(witness, newest);
                }
                if (due && killsInMidStream(witness) < KILLS) {
                    post(witness, OPEN);
                    killLeaderInMidStream(fleet, witness);
                    newest = fleet.start();
                } else {
                    post(witness, 1);
                }
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> witness.answers().size() >= EVENTS);
            kills.forEach(kill -> lateReplyOfTheDeadIsRefused(kill, witness));
            RelayStatistics tally = witness.link().tally().join();
            report(tally, witness, System.nanoTime() - began);
            everyoneWasAnsweredOnce(tally, witness);
            epochsOnlyRoseAndEachHadOneInstance(witness);
        }
    }

    private String firstLeader(Witness witness) throws InterruptedException {
        post(witness, 1);
        await().until(() -> !witness.answers().isEmpty());
        return witness.answers().get(0).instance();
    }

    /** Everyone who may lead next has to have heard what is open: the relay tells nothing twice. */
    private void settle(Witness witness, Fleet.Member newest) {
        newest.instance();
        int heard = posted;
        await().pollInterval(Duration.ofMillis(5))
                .atMost(Duration.ofSeconds(20))
                .until(() -> witness.answers().size() >= heard);
    }

    private void post(Witness witness, int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            assertThat(room.tryAcquire(30, TimeUnit.SECONDS))
                    .as("event %d finds room; %s", posted, witness.answers().size())
                    .isTrue();
            witness.link().post(new RelayEvent("e" + posted, "question " + posted));
            posted++;
        }
    }

    /** Each time one answer later, so that the kills fall on different moments of an answer. */
    private void killLeaderInMidStream(Fleet fleet, Witness witness) {
        await().pollInterval(Duration.ofMillis(1)).until(() -> room.availablePermits() >= kills.size() % KILLS);
        List<AgentAction> answers = witness.answers();
        AgentAction last = answers.get(answers.size() - 1);
        fleet.named(last.instance()).program().kill();
        kills.add(new Kill(last.epoch(), last.instance(), posted, System.nanoTime()));
    }

    /** A reply may sit in a buffer while its sender dies; it gets to the relay after the successor's. */
    private static void lateReplyOfTheDeadIsRefused(Kill kill, Witness witness) {
        AgentAction late =
                new AgentAction(Surface.DISPATCH, "e" + (kill.posted - 1), kill.epoch, kill.instance, "too late");
        assertThat(witness.link().send(late).join()).isEqualTo(RelayResponse.STALE_EPOCH);
    }

    private void note(AgentAction act) {
        if (act.surface() == Surface.DISPATCH) {
            synchronized (firstAnswer) {
                firstAnswer.putIfAbsent(act.epoch(), System.nanoTime());
            }
            room.release();
        }
    }

    private void everyoneWasAnsweredOnce(RelayStatistics tally, Witness witness) {
        assertThat(tally.posted()).isEqualTo(EVENTS);
        assertThat(tally.replies()).isEqualTo(EVENTS);
        assertThat(tally.stale()).isGreaterThanOrEqualTo(KILLS);
        assertThat(witness.answers())
                .extracting(AgentAction::event)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, EVENTS).mapToObj(i -> "e" + i).toList());
        assertThat(killsInMidStream(witness)).isEqualTo(KILLS);
    }

    private static void epochsOnlyRoseAndEachHadOneInstance(Witness witness) {
        assertThat(witness.acts()).extracting(AgentAction::epoch).isSorted();
        Map<Long, String> instances = new HashMap<>();
        for (AgentAction act : witness.acts()) {
            assertThat(instances.computeIfAbsent(act.epoch(), first -> act.instance()))
                    .as("who acts in epoch %d", act.epoch())
                    .isEqualTo(act.instance());
        }
        assertThat(instances).hasSizeGreaterThan(KILLS);
    }

    /** On a busy machine a leader may be done before the kill gets to it; that kill does not count. */
    private long killsInMidStream(Witness witness) {
        return kills.stream().filter(kill -> promoted(kill, witness) > 0).count();
    }

    /** How many events the killed one left to those after it. */
    private static long promoted(Kill kill, Witness witness) {
        return witness.answers().stream()
                .filter(act -> act.epoch() > kill.epoch)
                .filter(act -> Integer.parseInt(act.event().substring(1)) < kill.posted)
                .count();
    }

    private void report(RelayStatistics tally, Witness witness, long took) {
        List<Long> waits;
        synchronized (firstAnswer) {
            waits = kills.stream()
                    .map(kill -> firstAnswer.entrySet().stream()
                            .filter(first -> first.getKey() > kill.epoch)
                            .mapToLong(first -> first.getValue() - kill.at)
                            .min()
                            .orElse(-1))
                    .map(TimeUnit.NANOSECONDS::toMillis)
                    .sorted()
                    .toList();
        }
        long left = kills.stream().mapToLong(kill -> promoted(kill, witness)).sum();
        System.out.println("harness: " + tally);
        System.out.println("harness: " + kills.size() + " leaders killed, " + killsInMidStream(witness)
                + " of them in mid-stream, " + left + " events left to successors," + " kill to next answer in ms "
                + waits + ", " + TimeUnit.NANOSECONDS.toMillis(took) + " ms in all");
    }

    /** A leader that was killed: in which epoch, its id, after how many events, when. */
    private record Kill(long epoch, String instance, int posted, long at) {}
}
