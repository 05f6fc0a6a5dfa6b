package dev.baton.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.LeaderInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Candidates of Baton and {@code etcdctl elect} in one election. */
class NativeCandidatesTest {
    private static final String ELECTION = "mixed";
    private static final String KEY = EtcdContractStore.PREFIX + "/" + ELECTION;

    private final EtcdContractStore store = new EtcdContractStore(1);

    @AfterEach
    void close() {
        store.close();
    }

    private NativeCandidate foreign(String proposal) {
        return new NativeCandidate(store.cluster.addresses(), KEY, proposal);
    }

    private void awaitQueue(int size) {
        await(size + " candidates")
                .until(() -> store.snapshot(ELECTION).candidates().size() == size);
    }

    private static Candidate candidate(Baton baton) {
        return baton.election(ELECTION)
                .candidate(CandidateSettings.builder()
                        .instanceId("baton")
                        .reacquireDelay(Duration.ofMillis(20))
                        .build());
    }

    @Test // API-1
    void leadsAfterAForeignLeaderResignsAndTheOtherWayRound() throws Exception {
        alternate(2);
    }

    @Test // API-1
    @Tag("proof")
    void thirtyChangesInEachDirectionWithoutAnOverlap() throws Exception {
        alternate(30);
    }

    private void alternate(int rounds) throws Exception {
        List<Long> began = new CopyOnWriteArrayList<>();
        List<Long> ended = new CopyOnWriteArrayList<>();
        List<String> overlaps = new ArrayList<>();
        List<Long> epochs = new ArrayList<>();
        try (Baton baton = Baton.connect(store.url());
                Baton observer = Baton.connect(store.url())) {
            Candidate candidate = candidate(baton);
            candidate.whileLeading(leadership -> {
                began.add(System.nanoTime());
                try {
                    new CountDownLatch(1).await();
                } finally {
                    ended.add(System.nanoTime());
                }
            });
            NativeCandidate leader = foreign("native");
            await().until(leader::leads);
            candidate.start();
            awaitQueue(2);
            for (int round = 0; round < rounds; round++) {
                epochs.add(observer.election(ELECTION).leader().orElseThrow().epoch());
                assertThat(observer.election(ELECTION).leader())
                        .map(LeaderInfo::instanceId)
                        .contains("native");
                assertThat(candidate.isLeader()).isFalse();
                long resigned = leader.resign();
                await().until(candidate::isLeader);
                leader.close();
                epochs.add(candidate.leadership().orElseThrow().epoch());
                int count = round + 1;
                await().until(() -> began.size() == count);
                if (began.get(round) - resigned < 0) {
                    overlaps.add("round " + round + ": led before the foreign leader resigned");
                }
                leader = foreign("native");
                awaitQueue(2);
                assertThat(leader.leads()).isFalse();
                candidate.stepDown(Duration.ofSeconds(10));
                await().until(leader::leads);
                if (ended.size() < count || leader.leadsSince() - ended.get(round) < 0) {
                    overlaps.add("round " + round + ": the foreign candidate led before the work of Baton ended");
                }
                awaitQueue(2);
            }
            leader.close();
        }
        assertThat(overlaps).isEmpty();
        assertThat(epochs).isSorted().doesNotHaveDuplicates();
    }

    @Test // API-6
    void stoppedCandidateLeavesTheForeignQueue() {
        try (Baton baton = Baton.connect(store.url());
                NativeCandidate leader = foreign("native")) {
            await().until(leader::leads);
            Candidate candidate = candidate(baton);
            candidate.start();
            awaitQueue(2);
            candidate.close();
            awaitQueue(1);
        }
    }
}
