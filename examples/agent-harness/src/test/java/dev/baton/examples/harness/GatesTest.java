package dev.baton.examples.harness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Candidate;
import dev.baton.Gate;
import dev.baton.testkit.MemoryStore;
import dev.baton.testkit.TestBaton;
import dev.baton.testkit.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each of the three surfaces acts when its instance leads, and touches nothing when it does not. */
class GatesTest {
    private static final RelayEvent EVENT = new RelayEvent("e1", "hello");

    private final VirtualTime time = new VirtualTime();
    private final MemoryStore store = new MemoryStore();
    private final Candidate leader = TestBaton.connect(store, time).candidate("agent");
    private final Candidate observer = TestBaton.connect(store, time).candidate("agent");
    private final RelayLedger ledger = new RelayLedger();
    private final RecordingOutlet outlet = new RecordingOutlet(ledger);
    private final EventBacklog backlog = new EventBacklog();

    @BeforeEach
    void oneLeadsAndOneObserves() {
        leader.start();
        time.advance(Duration.ofSeconds(1));
        observer.start();
        time.advance(Duration.ofSeconds(1));
        assertThat(leader.isLeader()).isTrue();
        assertThat(observer.isLeader()).isFalse();
        ledger.post(EVENT);
        backlog.add(EVENT);
    }

    @AfterEach
    void stop() {
        observer.close();
        leader.close();
    }

    @Test // FILE-1 FILE-13
    void leaderAnswersEvents() {
        assertThat(new DispatchSurface(leader, backlog, event -> "hi", outlet).answerOldest())
                .isTrue();
        assertThat(outlet.sent())
                .containsExactly(new AgentAction(Surface.DISPATCH, "e1", epoch(), leader.instanceId(), "hi"));
        assertThat(backlog.size()).isZero();
        assertThat(leader.gate("dispatch").passed()).isEqualTo(1);
    }

    @Test // FILE-13
    void failingAgentDoesNotBlockLaterEvents() {
        ReplyAgent failing = event -> {
            throw new IllegalStateException("out of words");
        };
        assertThat(new DispatchSurface(leader, backlog, failing, outlet).answerOldest())
                .isTrue();
        assertThat(outlet.sent()).extracting(AgentAction::text).containsExactly("no answer: out of words");
        assertThat(backlog.size()).isZero();
    }

    @Test // FILE-1 FILE-13
    void observerDoesNotEvenAskTheAgent() {
        ReplyAgent thinker = event -> {
            throw new AssertionError("an observer has nothing to think about");
        };
        assertThat(new DispatchSurface(observer, backlog, thinker, outlet).answerOldest())
                .isFalse();
        assertThat(backlog.size()).isEqualTo(1);
        isSuppressed("dispatch");
    }

    @Test // FILE-1 FILE-13
    void leaderAcknowledgesEvents() {
        assertThat(new ReactionSurface(leader, outlet).acknowledge(EVENT)).isTrue();
        assertThat(outlet.sent()).singleElement().satisfies(act -> {
            assertThat(act.surface()).isEqualTo(Surface.REACTION);
            assertThat(act.event()).isEqualTo("e1");
            assertThat(act.epoch()).isEqualTo(epoch());
        });
        assertThat(leader.gate("reaction").passed()).isEqualTo(1);
    }

    @Test // FILE-1 FILE-13
    void observerAcknowledgesNothing() {
        assertThat(new ReactionSurface(observer, outlet).acknowledge(EVENT)).isFalse();
        isSuppressed("reaction");
    }

    @Test // FILE-1 FILE-13
    void leaderSendsHeartbeats() {
        assertThat(new HeartbeatSurface(leader, outlet).beat()).isTrue();
        assertThat(outlet.sent()).singleElement().satisfies(act -> {
            assertThat(act.surface()).isEqualTo(Surface.HEARTBEAT);
            assertThat(act.epoch()).isEqualTo(epoch());
        });
        assertThat(leader.gate("heartbeat").passed()).isEqualTo(1);
    }

    @Test // FILE-1 FILE-13
    void observerSendsNoHeartbeat() {
        assertThat(new HeartbeatSurface(observer, outlet).beat()).isFalse();
        isSuppressed("heartbeat");
    }

    private long epoch() {
        return leader.leadership().orElseThrow().epoch();
    }

    private void isSuppressed(String name) {
        Gate gate = observer.gate(name);
        assertThat(outlet.sent()).isEmpty();
        assertThat(gate.passed()).isZero();
        assertThat(gate.suppressed()).isEqualTo(1);
    }
}
