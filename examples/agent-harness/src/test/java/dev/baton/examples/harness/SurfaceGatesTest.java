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

/** Each surface acts while its instance leads, and sends nothing while it is a standby. */
class SurfaceGatesTest {
    private static final RelayEvent EVENT = new RelayEvent("e1", "hello");

    private final VirtualTime time = new VirtualTime();
    private final MemoryStore store = new MemoryStore();
    private final Candidate leader = TestBaton.connect(store, time).candidate("agent");
    private final Candidate standby = TestBaton.connect(store, time).candidate("agent");
    private final RelayLedger ledger = new RelayLedger();
    private final RecordingSender sender = new RecordingSender(ledger);
    private final EventBacklog backlog = new EventBacklog();

    @BeforeEach
    void startLeaderAndStandby() {
        leader.start();
        time.advance(Duration.ofSeconds(1));
        standby.start();
        time.advance(Duration.ofSeconds(1));
        assertThat(leader.isLeader()).isTrue();
        assertThat(standby.isLeader()).isFalse();
        ledger.post(EVENT);
        backlog.add(EVENT);
    }

    @AfterEach
    void stop() {
        standby.close();
        leader.close();
    }

    @Test // FILE-1 FILE-13
    void leaderAnswersEvents() {
        assertThat(new DispatchSurface(leader, backlog, event -> "hi", sender).answerOldest())
                .isTrue();
        assertThat(sender.sent())
                .containsExactly(new AgentAction(Surface.DISPATCH, "e1", epoch(), leader.instanceId(), "hi"));
        assertThat(backlog.size()).isZero();
        assertThat(leader.gate("dispatch").passed()).isEqualTo(1);
    }

    @Test // FILE-13
    void failingGeneratorDoesNotBlockLaterEvents() {
        AnswerGenerator failing = event -> {
            throw new IllegalStateException("model unavailable");
        };
        assertThat(new DispatchSurface(leader, backlog, failing, sender).answerOldest())
                .isTrue();
        assertThat(sender.sent()).extracting(AgentAction::text).containsExactly("no answer: model unavailable");
        assertThat(backlog.size()).isZero();
    }

    @Test // FILE-1 FILE-13
    void standbyDoesNotGenerateAnAnswer() {
        AnswerGenerator generator = event -> {
            throw new AssertionError("a standby must not generate answers");
        };
        assertThat(new DispatchSurface(standby, backlog, generator, sender).answerOldest())
                .isFalse();
        assertThat(backlog.size()).isEqualTo(1);
        assertSuppressed("dispatch");
    }

    @Test // FILE-1 FILE-13
    void leaderAcknowledgesEvents() {
        assertThat(new GatedSurface(Surface.REACTION, leader, sender).send("e1", "seen"))
                .isTrue();
        assertThat(sender.sent()).singleElement().satisfies(action -> {
            assertThat(action.surface()).isEqualTo(Surface.REACTION);
            assertThat(action.event()).isEqualTo("e1");
            assertThat(action.epoch()).isEqualTo(epoch());
        });
        assertThat(leader.gate("reaction").passed()).isEqualTo(1);
    }

    @Test // FILE-1 FILE-13
    void standbyDoesNotAcknowledgeEvents() {
        assertThat(new GatedSurface(Surface.REACTION, standby, sender).send("e1", "seen"))
                .isFalse();
        assertSuppressed("reaction");
    }

    @Test // FILE-1 FILE-13
    void leaderSendsHeartbeats() {
        assertThat(new GatedSurface(Surface.HEARTBEAT, leader, sender).send("", "next"))
                .isTrue();
        assertThat(sender.sent()).singleElement().satisfies(action -> {
            assertThat(action.surface()).isEqualTo(Surface.HEARTBEAT);
            assertThat(action.epoch()).isEqualTo(epoch());
        });
        assertThat(leader.gate("heartbeat").passed()).isEqualTo(1);
    }

    @Test // FILE-1 FILE-13
    void standbySendsNoHeartbeat() {
        assertThat(new GatedSurface(Surface.HEARTBEAT, standby, sender).send("", "next"))
                .isFalse();
        assertSuppressed("heartbeat");
    }

    private long epoch() {
        return leader.leadership().orElseThrow().epoch();
    }

    private void assertSuppressed(String name) {
        Gate gate = standby.gate(name);
        assertThat(sender.sent()).isEmpty();
        assertThat(gate.passed()).isZero();
        assertThat(gate.suppressed()).isEqualTo(1);
    }
}
