package dev.baton.examples.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateState;
import dev.baton.testkit.MemoryBackend;
import dev.baton.testkit.MemoryStore;
import dev.baton.testkit.TestBaton;
import dev.baton.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A standby keeps its queue and answers it after a takeover. */
class QueueTakeoverTest {
    private static final Duration HEARTBEAT_INTERVAL = Duration.ofHours(1);

    private final VirtualTime time = new VirtualTime();
    private final MemoryStore store = new MemoryStore();
    private final RelayLedger ledger = new RelayLedger();
    private final CountDownLatch never = new CountDownLatch(1);
    private final Baton first = TestBaton.connect(store, time);
    private final Candidate leader = first.candidate("agent");
    private final Candidate standby = TestBaton.connect(store, time).candidate("agent");
    private final RecordingSender fromLeader = new RecordingSender(ledger);
    private final RecordingSender fromStandby = new RecordingSender(ledger);
    private final List<String> disconnects = new ArrayList<>();
    private final AgentHarness blockedHarness = new AgentHarness(
            leader, this::blockForever, fromLeader, () -> disconnects.add("disconnected while " + leaderState()));
    private final AgentHarness standbyHarness = new AgentHarness(standby, event -> "hi", fromStandby, () -> {});

    @BeforeEach
    void startLeaderAndStandby() {
        blockedHarness.start(HEARTBEAT_INTERVAL);
        time.advance(Duration.ofSeconds(1));
        standbyHarness.start(HEARTBEAT_INTERVAL);
        time.advance(Duration.ofSeconds(1));
        assertThat(leader.isLeader()).isTrue();
        for (int i = 1; i <= 3; i++) {
            RelayEvent event = new RelayEvent("e" + i, "question " + i);
            ledger.post(event);
            blockedHarness.onEvent(event);
            standbyHarness.onEvent(event);
        }
    }

    @AfterEach
    void stop() {
        standbyHarness.close();
        blockedHarness.close();
    }

    @Test // FILE-1 FILE-13
    void standbyKeepsItsQueueAndSendsNothing() {
        assertThat(standbyHarness.openEvents()).isEqualTo(3);
        assertThat(fromStandby.sent()).isEmpty();
    }

    @Test // FILE-13
    void queueIsProcessedOnTakeoverOldestFirst() {
        ((MemoryBackend) first.backend()).crash();
        time.advance(Duration.ofSeconds(1));
        await().untilAsserted(() ->
                assertThat(fromStandby.sent()).extracting(AgentAction::event).containsExactly("e1", "e2", "e3"));
        await().until(() -> standbyHarness.openEvents() == 0);
        long epoch = standby.leadership().orElseThrow().epoch();
        assertThat(fromStandby.sent())
                .allMatch(action -> action.surface() == Surface.DISPATCH && action.epoch() == epoch);
        assertThat(ledger.statistics().replies()).isEqualTo(3);
    }

    @Test // FILE-13
    void eventsAnsweredByThePredecessorAreDroppedFromTheQueue() {
        AgentAction answer = new AgentAction(
                Surface.DISPATCH, "e1", leader.leadership().orElseThrow().epoch(), leader.instanceId(), "hi");
        assertThat(ledger.submit(answer)).isEqualTo(RelayVerdict.ACCEPTED);
        standbyHarness.onAction(answer);
        ((MemoryBackend) first.backend()).crash();
        time.advance(Duration.ofSeconds(1));
        await().until(() -> standbyHarness.openEvents() == 0);
        assertThat(fromStandby.sent()).extracting(AgentAction::event).containsExactly("e2", "e3");
    }

    @Test // FILE-13
    void lateAnswerIsRefusedAndNotRepeated() {
        ledger.submit(new AgentAction(
                Surface.DISPATCH, "e2", leader.leadership().orElseThrow().epoch(), leader.instanceId(), "hi"));
        ((MemoryBackend) first.backend()).crash();
        time.advance(Duration.ofSeconds(1));
        await().until(() -> standbyHarness.openEvents() == 0);
        assertThat(ledger.statistics().replies()).isEqualTo(3);
        assertThat(ledger.statistics().repeated()).isEqualTo(1);
    }

    @Test // FILE-13
    void refusedTenureKeepsItsEventsAndSendsNothing() {
        ledger.submit(new AgentAction(Surface.HEARTBEAT, "", 1_000, "later-instance", "hm"));
        ((MemoryBackend) first.backend()).crash();
        time.advance(Duration.ofSeconds(1));
        await().until(() -> ledger.statistics().stale() == 1);
        assertThat(standbyHarness.openEvents()).isEqualTo(3);
        assertThat(fromStandby.sent()).hasSize(1);
    }

    @Test // FILE-9 FILE-13
    void shutdownEndsTheWorkAndReleasesBeforeItDisconnects() {
        await().until(() -> leader.gate("dispatch").passed() == 1);
        blockedHarness.close();
        assertThat(disconnects).containsExactly("disconnected while STOPPED");
        assertThat(fromLeader.sent()).noneMatch(action -> action.surface() == Surface.DISPATCH);
        time.advance(Duration.ofSeconds(3));
        await().until(() -> ledger.statistics().replies() == 3);
        disconnects.clear();
    }

    private CandidateState leaderState() {
        return leader.state();
    }

    /** A generator that never finishes; only the end of its leadership stops it. */
    private String blockForever(RelayEvent event) throws InterruptedException {
        never.await();
        return "never";
    }
}
