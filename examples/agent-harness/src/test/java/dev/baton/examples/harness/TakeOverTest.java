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

/** The queue is kept while one observes, and promoted when one takes over. */
class TakeOverTest {
    private static final Duration RARELY = Duration.ofHours(1);

    private final VirtualTime time = new VirtualTime();
    private final MemoryStore store = new MemoryStore();
    private final RelayLedger ledger = new RelayLedger();
    private final CountDownLatch never = new CountDownLatch(1);
    private final Baton first = TestBaton.connect(store, time);
    private final Candidate leader = first.candidate("agent");
    private final Candidate observer = TestBaton.connect(store, time).candidate("agent");
    private final RecordingOutlet fromLeader = new RecordingOutlet(ledger);
    private final RecordingOutlet fromObserver = new RecordingOutlet(ledger);
    private final List<String> order = new ArrayList<>();
    private final AgentHarness stuck =
            new AgentHarness(leader, this::thinkForever, fromLeader, () -> order.add("hung up while " + state()));
    private final AgentHarness next = new AgentHarness(observer, event -> "hi", fromObserver, () -> {});

    @BeforeEach
    void oneLeadsAndOneObserves() {
        stuck.start(RARELY);
        time.advance(Duration.ofSeconds(1));
        next.start(RARELY);
        time.advance(Duration.ofSeconds(1));
        assertThat(leader.isLeader()).isTrue();
        for (int i = 1; i <= 3; i++) {
            RelayEvent event = new RelayEvent("e" + i, "question " + i);
            ledger.post(event);
            stuck.posted(event);
            next.posted(event);
        }
    }

    @AfterEach
    void stop() {
        next.close();
        stuck.close();
    }

    @Test // FILE-1 FILE-13
    void queueIsKeptWhileObserving() {
        assertThat(next.waiting()).isEqualTo(3);
        assertThat(fromObserver.sent()).isEmpty();
    }

    @Test // FILE-13
    void queueIsProcessedOnTakeoverOldestFirst() {
        ((MemoryBackend) first.backend()).crash();
        time.advance(Duration.ofSeconds(1));
        await().untilAsserted(() ->
                assertThat(fromObserver.sent()).extracting(AgentAction::event).containsExactly("e1", "e2", "e3"));
        await().until(() -> next.waiting() == 0);
        long epoch = observer.leadership().orElseThrow().epoch();
        assertThat(fromObserver.sent()).allMatch(act -> act.surface() == Surface.DISPATCH && act.epoch() == epoch);
        assertThat(ledger.tally().replies()).isEqualTo(3);
    }

    @Test // FILE-13
    void eventsAnsweredByThePredecessorAreDroppedFromTheQueue() {
        AgentAction answer = new AgentAction(
                Surface.DISPATCH, "e1", leader.leadership().orElseThrow().epoch(), leader.instanceId(), "hi");
        assertThat(ledger.judge(answer)).isEqualTo(RelayResponse.ACCEPTED);
        next.acted(answer);
        ((MemoryBackend) first.backend()).crash();
        time.advance(Duration.ofSeconds(1));
        await().until(() -> next.waiting() == 0);
        assertThat(fromObserver.sent()).extracting(AgentAction::event).containsExactly("e2", "e3");
    }

    @Test // FILE-13
    void lateAnswerIsRefusedAndNotRepeated() {
        ledger.judge(new AgentAction(
                Surface.DISPATCH, "e2", leader.leadership().orElseThrow().epoch(), leader.instanceId(), "hi"));
        ((MemoryBackend) first.backend()).crash();
        time.advance(Duration.ofSeconds(1));
        await().until(() -> next.waiting() == 0);
        assertThat(ledger.tally().replies()).isEqualTo(3);
        assertThat(ledger.tally().repeated()).isEqualTo(1);
    }

    @Test // FILE-13
    void refusedTenureKeepsItsEventsAndSendsNothing() {
        ledger.judge(new AgentAction(Surface.HEARTBEAT, "", 1_000, "somebody later", "hm"));
        ((MemoryBackend) first.backend()).crash();
        time.advance(Duration.ofSeconds(1));
        await().until(() -> ledger.tally().stale() == 1);
        assertThat(next.waiting()).isEqualTo(3);
        assertThat(fromObserver.sent()).hasSize(1);
    }

    @Test // FILE-9 FILE-13
    void shutdownEndsTheWorkAndReleasesBeforeItDisconnects() {
        await().until(() -> leader.gate("dispatch").passed() == 1);
        stuck.close();
        assertThat(order).containsExactly("hung up while STOPPED");
        assertThat(fromLeader.sent()).noneMatch(act -> act.surface() == Surface.DISPATCH);
        time.advance(Duration.ofSeconds(3));
        await().until(() -> ledger.tally().replies() == 3);
        order.clear();
    }

    private CandidateState state() {
        return leader.state();
    }

    /** The agent of a leader that will not finish; only the end of its leadership stops it. */
    private String thinkForever(RelayEvent event) throws InterruptedException {
        never.await();
        return "never";
    }
}
