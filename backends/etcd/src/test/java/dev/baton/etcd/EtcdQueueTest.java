package dev.baton.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.EndReason;
import dev.baton.Tenure;
import dev.baton.etcd.gateway.KeyValue;
import dev.baton.etcd.gateway.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The keys of candidates that wait for their turn. */
class EtcdQueueTest {
    private static final String ELECTION = "queue";

    private final EtcdContractStore store = new EtcdContractStore(1);
    private final List<Baton> connections = new ArrayList<>();

    @AfterEach
    void close() {
        connections.forEach(Baton::close);
        store.close();
    }

    private static CandidateSettingsBuilder settings(String id) {
        return CandidateSettings.builder().instanceId(id).validity(Duration.ofSeconds(2));
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

    private Candidate leader(String id) {
        Candidate leader = started(settings(id));
        await().until(leader::isLeader);
        return leader;
    }

    private List<String> queue() {
        return store.snapshot(ELECTION).candidates().stream()
                .map(KeyValue::value)
                .toList();
    }

    private void awaitQueue(String... ids) {
        await("the queue is " + List.of(ids)).until(() -> queue().equals(List.of(ids)));
    }

    @Test // API-8
    void unhealthyStandbyLeavesTheQueueAndReturns() {
        leader("leader");
        AtomicBoolean healthy = new AtomicBoolean(true);
        started(settings("standby").healthCheck(healthy::get).healthInterval(Duration.ofMillis(20)));
        awaitQueue("leader", "standby");
        healthy.set(false);
        awaitQueue("leader");
        healthy.set(true);
        awaitQueue("leader", "standby");
    }

    @Test // API-6
    void stoppedStandbyLeavesTheQueue() {
        leader("leader");
        Candidate standby = started(settings("standby"));
        awaitQueue("leader", "standby");
        standby.stop(Duration.ofSeconds(10));
        awaitQueue("leader");
    }

    @Test // API-8
    void higherPriorityGoesFirstAlthoughItStandsBehind() {
        Candidate leader = leader("leader");
        Candidate low = started(settings("low"));
        awaitQueue("leader", "low");
        Candidate high = started(settings("high").priority(10));
        awaitQueue("leader", "low", "high");
        leader.close();
        await().until(high::isLeader);
        assertThat(low.isLeader()).isFalse();
        assertThat(high.leadership().orElseThrow().epoch()).isEqualTo(newestEpoch());
        assertThat(history()).extracting(Tenure::instanceId).containsExactly("leader", "high");
    }

    private long newestEpoch() {
        return store.snapshot(ELECTION).epoch();
    }

    private List<Tenure> history() {
        return connections.get(0).election(ELECTION).history();
    }

    @Test // API-1
    void deletedKeyEndsTheTenureWithoutWaitingForARenewal() {
        Baton baton = Baton.connect(store.url().replace("ttl=3s", "ttl=60s"));
        connections.add(baton);
        Candidate leader = baton.election(ELECTION)
                .candidate(CandidateSettings.builder()
                        .instanceId("leader")
                        .reacquireDelay(Duration.ofMillis(10))
                        .build());
        List<EndReason> losses = new CopyOnWriteArrayList<>();
        leader.onLost(lost -> losses.add(lost.reason()));
        leader.start();
        await().until(leader::isLeader);
        long epoch = leader.leadership().orElseThrow().epoch();
        long renewals = leader.renewals().count();
        store.deleteLock(ELECTION);
        await().until(() -> losses.equals(List.of(EndReason.TAKEN_OVER)));
        assertThat(leader.renewals().count()).isEqualTo(renewals);
        await().until(() ->
                leader.leadership().filter(next -> next.epoch() > epoch).isPresent());
    }

    @Test // API-1
    void keyOfALeaderThatLostItsLeaseByHandIsPutUnderTheLeaseAgain() {
        Candidate leader = leader("leader");
        KeyValue own = store.snapshot(ELECTION).candidates().get(0);
        store.write(Operation.put(own.key(), "edited", 0));
        await().until(() -> store.snapshot(ELECTION).candidates().get(0).lease() == own.lease());
        assertThat(leader.isLeader()).isTrue();
        assertThat(queue()).containsExactly("leader");
    }

    @Test // FENCE-1
    void offsetIsRaisedOnlyByTheLowestCandidateAndStaysForTheNextOne() {
        Candidate leader = leader("leader");
        long first = leader.leadership().orElseThrow().epoch();
        assertThat(store.snapshot(ELECTION).offset()).isZero();
        // The data of etcd went back: an epoch that was given is larger than those that follow from the revision.
        store.write(Operation.put(store.keys.epoch(ELECTION), Long.toString(first + 1_000_000), 0));
        await().until(() -> leader.leadership()
                .filter(next -> next.epoch() > first + 1_000_000)
                .isPresent());
        long raised = leader.leadership().orElseThrow().epoch();
        EtcdSnapshot snapshot = store.snapshot(ELECTION);
        assertThat(snapshot.offset())
                .isEqualTo(raised - snapshot.lowest().orElseThrow().createRevision());
        Candidate next = started(settings("next"));
        awaitQueue("leader", "next");
        assertThat(store.snapshot(ELECTION).offset()).isEqualTo(snapshot.offset());
        leader.close();
        await().until(next::isLeader);
        assertThat(next.leadership().orElseThrow().epoch()).isGreaterThan(raised);
        assertThat(store.snapshot(ELECTION).offset()).isEqualTo(snapshot.offset());
    }
}
