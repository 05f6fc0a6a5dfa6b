package dev.baton.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.EndReason;
import dev.baton.Leadership;
import dev.baton.Tenure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.zookeeper.Op;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The nodes of candidates that wait for their turn. */
class ZkQueueTest {
    private static final String ELECTION = "queue";

    private final ZkContractStore store = new ZkContractStore(1);
    private final List<Baton> connections = new ArrayList<>();

    @AfterEach
    void close() {
        connections.forEach(Baton::close);
        store.close();
    }

    private static ConditionFactory eventually() {
        return await().atMost(Duration.ofSeconds(30));
    }

    private static CandidateSettingsBuilder settings(String id) {
        return CandidateSettings.builder().instanceId(id);
    }

    private Candidate started(CandidateSettingsBuilder settings) {
        Baton baton = Baton.builder()
                .backend(clock -> store.open(BatonClock.system()))
                .connect();
        connections.add(baton);
        Candidate candidate = baton.election(ELECTION).candidate(settings.build());
        candidate.start();
        return candidate;
    }

    private Candidate leader(CandidateSettingsBuilder settings) {
        Candidate leader = started(settings);
        eventually().until(leader::isLeader);
        return leader;
    }

    private List<String> queue() {
        ZkRequests requests = store.requests();
        return store.snapshot(ELECTION).candidates().stream()
                .flatMap(name -> requests.get(requests.read(store.paths.candidate(ELECTION, name))).stream())
                .map(ZkNode::text)
                .toList();
    }

    private void awaitQueue(String... ids) {
        eventually().alias("the queue is " + List.of(ids)).until(() -> queue().equals(List.of(ids)));
    }

    @Test // API-8
    void unhealthyStandbyLeavesTheQueueAndReturns() {
        leader(settings("leader"));
        AtomicBoolean healthy = new AtomicBoolean(true);
        started(settings("standby").healthCheck(healthy::get).healthInterval(Duration.ofMillis(20)));
        awaitQueue("leader", "standby");
        healthy.set(false);
        awaitQueue("leader");
        healthy.set(true);
        awaitQueue("leader", "standby");
    }

    @Test // API-6
    void stoppedStandbyLeavesTheQueueAndReturns() {
        leader(settings("leader"));
        Candidate standby = started(settings("standby"));
        awaitQueue("leader", "standby");
        standby.stop(Duration.ofSeconds(10));
        awaitQueue("leader");
        standby.start();
        awaitQueue("leader", "standby");
    }

    @Test // API-8
    void higherPriorityGoesFirstAlthoughItStandsBehind() {
        Candidate leader = leader(settings("leader"));
        Candidate low = started(settings("low"));
        awaitQueue("leader", "low");
        Candidate high = started(settings("high").priority(10));
        awaitQueue("leader", "low", "high");
        leader.close();
        eventually().until(high::isLeader);
        assertThat(low.isLeader()).isFalse();
        assertThat(connections.get(0).election(ELECTION).history())
                .extracting(Tenure::instanceId)
                .containsExactly("leader", "high");
    }

    @Test // API-1
    void deletedNodeEndsTheTenureAndTheNextOneHasALargerEpoch() {
        Baton baton = Baton.connect(store.url().replace("session=3s", "session=10s&renew=2s"));
        connections.add(baton);
        Candidate leader = baton.election(ELECTION)
                .candidate(
                        settings("leader").reacquireDelay(Duration.ofMillis(10)).build());
        List<EndReason> losses = new CopyOnWriteArrayList<>();
        leader.onLost(lost -> losses.add(lost.reason()));
        leader.start();
        eventually().until(leader::isLeader);
        Leadership first = leader.leadership().orElseThrow();
        store.deleteLock(ELECTION);
        eventually().until(() -> losses.equals(List.of(EndReason.TAKEN_OVER)));
        assertThat(first.isValid()).isFalse();
        eventually()
                .until(() -> leader.leadership()
                        .filter(next -> next.epoch() > first.epoch())
                        .isPresent());
    }

    @Test // API-1
    void standbyWhoseNodeWasDeletedByHandQueuesAgain() {
        leader(settings("leader"));
        started(settings("standby"));
        awaitQueue("leader", "standby");
        String node = store.snapshot(ELECTION).candidates().get(1);
        store.requests().apply(List.of(Op.delete(store.paths.candidate(ELECTION, node), -1)));
        eventually()
                .until(() -> queue().equals(List.of("leader", "standby"))
                        && !store.snapshot(ELECTION).candidates().contains(node));
    }

    @Test // FENCE-1
    void offsetIsRaisedOnlyByTheLowestCandidateAndStaysForTheNextOne() {
        Candidate leader = leader(settings("leader").reacquireDelay(Duration.ofMillis(10)));
        Candidate standby = started(settings("standby"));
        awaitQueue("leader", "standby");
        long first = leader.leadership().orElseThrow().epoch();
        assertThat(store.snapshot(ELECTION).offset()).isZero();
        // The data of ZooKeeper went back: an epoch that was given is larger than those that follow from the czxid.
        long given = first + (1L << 40);
        store.put(store.paths.epoch(ELECTION), Long.toString(given));
        eventually().until(() -> newest(leader, standby) > given);
        ZkSnapshot raised = store.snapshot(ELECTION);
        assertThat(raised.offset())
                .isEqualTo(raised.epoch() - raised.lowestNode().orElseThrow().created());
        Candidate now = standby.isLeader() ? standby : leader;
        Candidate other = now == leader ? standby : leader;
        eventually().until(() -> queue().size() == 2);
        // Who only waits changes nothing.
        assertThat(store.snapshot(ELECTION).offset()).isEqualTo(raised.offset());
        now.close();
        eventually().until(other::isLeader);
        assertThat(other.leadership().orElseThrow().epoch()).isGreaterThan(raised.epoch());
        assertThat(store.snapshot(ELECTION).offset()).isEqualTo(raised.offset());
    }

    private static long newest(Candidate... candidates) {
        return List.of(candidates).stream()
                .flatMap(candidate -> candidate.leadership().stream())
                .mapToLong(Leadership::epoch)
                .max()
                .orElse(0);
    }
}
