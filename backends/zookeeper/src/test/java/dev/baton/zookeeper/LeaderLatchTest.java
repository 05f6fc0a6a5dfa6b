package dev.baton.zookeeper;

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
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Candidates of Baton and Curator's {@code LeaderLatch} in one election. */
class LeaderLatchTest {
    private static final String ELECTION = "mixed";
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final ZkContractStore store = new ZkContractStore(1);
    private final CuratorFramework curator =
            CuratorFrameworkFactory.newClient(store.ensemble.addresses(), 5_000, 5_000, new RetryOneTime(100));

    @AfterEach
    void close() {
        curator.close();
        store.close();
    }

    /** A latch that records when it began to lead. */
    private LeaderLatch latch(String id, List<Long> began) throws Exception {
        LeaderLatch latch = new LeaderLatch(curator, ZkContractStore.ROOT + "/" + ELECTION, id);
        latch.addListener(new LeaderLatchListener() {
            @Override
            public void isLeader() {
                began.add(System.nanoTime());
            }

            @Override
            public void notLeader() {}
        });
        latch.start();
        return latch;
    }

    private void awaitQueue(int size) {
        await(size + " candidates")
                .atMost(LIMIT)
                .until(() -> store.snapshot(ELECTION).candidates().size() == size);
    }

    @Test // API-1
    void leadsAfterALatchIsClosedAndTheOtherWayRound() throws Exception {
        alternate(2);
    }

    @Test // API-1
    @Tag("proof")
    void thirtyChangesInEachDirectionWithoutAnOverlap() throws Exception {
        alternate(30);
    }

    private void alternate(int rounds) throws Exception {
        curator.start();
        List<String> overlaps = new ArrayList<>();
        List<Long> latchBegan = new CopyOnWriteArrayList<>();
        List<Long> epochs = new ArrayList<>();
        try (Baton baton = Baton.connect(store.url())) {
            LeaderLatch latch = latch("latch-0", latchBegan);
            await().atMost(LIMIT).until(() -> latchBegan.size() == 1);
            for (int round = 0; round < rounds; round++) {
                List<Long> began = new CopyOnWriteArrayList<>();
                List<Long> ended = new CopyOnWriteArrayList<>();
                Candidate candidate = candidate(baton, began, ended);
                candidate.start();
                awaitQueue(2);
                LeaderInfo before = baton.election(ELECTION).leader().orElseThrow();
                assertThat(before.instanceId()).isEqualTo("latch-" + round);
                epochs.add(before.epoch());
                long closing = System.nanoTime();
                latch.close();
                await("Baton leads").atMost(LIMIT).until(() -> !began.isEmpty());
                if (began.get(0) - closing < 0) {
                    overlaps.add("round " + round + ": Baton led before the latch was closed");
                }
                epochs.add(candidate.leadership().orElseThrow().epoch());
                int latches = latchBegan.size();
                latch = latch("latch-" + (round + 1), latchBegan);
                awaitQueue(2);
                assertThat(latchBegan).hasSize(latches);
                candidate.close();
                await("the latch leads").atMost(LIMIT).until(() -> latchBegan.size() > latches);
                if (latchBegan.get(latches) - ended.get(0) < 0) {
                    overlaps.add("round " + round + ": the latch led before the work of Baton ended");
                }
            }
            latch.close();
        }
        assertThat(overlaps).isEmpty();
        // A latch has an epoch too, and every leader a larger one than the leader before.
        assertThat(epochs).hasSize(2 * rounds).isSorted().doesNotHaveDuplicates();
    }

    private static Candidate candidate(Baton baton, List<Long> began, List<Long> ended) {
        Candidate candidate = baton.election(ELECTION)
                .candidate(CandidateSettings.builder().instanceId("baton").build());
        candidate.whileLeading(leadership -> {
            began.add(System.nanoTime());
            try {
                new CountDownLatch(1).await();
            } finally {
                ended.add(System.nanoTime());
            }
        });
        return candidate;
    }
}
