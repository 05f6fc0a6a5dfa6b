package dev.baton.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.TransferDecision;
import dev.baton.TransferResult;
import java.time.Duration;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Transfers with a {@code LeaderLatch} in the queue. */
class ZkBlockedTransferTest {
    private static final String ELECTION = "blocked";
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final ZkContractStore store = new ZkContractStore(1);

    private final CuratorFramework curator =
            CuratorFrameworkFactory.newClient(store.ensemble.addresses(), 5_000, 5_000, new RetryOneTime(100));

    @AfterEach
    void close() {
        curator.close();
        store.close();
    }

    /** Returns a connection that shares no session with others, as one of another process. */
    private Baton connect() {
        return Baton.builder().backend(clock -> store.open(clock)).connect();
    }

    private LeaderLatch foreign() throws Exception {
        LeaderLatch latch = new LeaderLatch(curator, ZkContractStore.ROOT + "/" + ELECTION, "native");
        latch.start();
        return latch;
    }

    private Candidate candidate(Baton baton, String id) {
        Candidate candidate = baton.election(ELECTION)
                .candidate(CandidateSettings.builder().instanceId(id).build());
        candidate.start();
        return candidate;
    }

    private static Optional<TransferDecision> decision(Baton observer, String request) {
        return observer.election(ELECTION).transferResult(request).map(TransferResult::decision);
    }

    private void awaitQueue(int size) {
        await(size + " candidates")
                .atMost(LIMIT)
                .until(() -> store.snapshot(ELECTION).candidates().size() == size);
    }

    private static void awaitRoster(Baton observer) {
        await("both are on the roster")
                .atMost(LIMIT)
                .until(() -> observer.election(ELECTION).roster().size() == 2);
    }

    @Test // API-8
    void leaderKeepsLeadingIfAForeignCandidateIsInFrontOfTheTarget() throws Exception {
        curator.start();
        try (Baton first = connect();
                Baton second = connect();
                Baton observer = connect()) {
            Candidate leader = candidate(first, "a");
            await("a leads").atMost(LIMIT).until(leader::isLeader);
            long epoch = leader.leadership().orElseThrow().epoch();
            try (LeaderLatch between = foreign()) {
                awaitQueue(2);
                candidate(second, "b");
                awaitQueue(3);
                awaitRoster(observer);
                leader.transferTo("b");
                observer.election(ELECTION).transferTo("b", "r1");
                await("an answer")
                        .atMost(LIMIT)
                        .until(() -> decision(observer, "r1").isPresent());
                TransferResult result =
                        observer.election(ELECTION).transferResult("r1").orElseThrow();
                assertThat(result.decision()).isEqualTo(TransferDecision.BLOCKED);
                assertThat(result.reason()).startsWith("b cannot lead next: native, a candidate of another program");
                assertThat(leader.leadership().orElseThrow().epoch()).isEqualTo(epoch);
                assertThat(between.hasLeadership()).isFalse();
            }
            awaitQueue(2);
            leader.transferTo("b");
            await("b leads")
                    .atMost(LIMIT)
                    .until(() -> observer.election(ELECTION)
                            .leader()
                            .filter(now -> now.instanceId().equals("b"))
                            .isPresent());
        }
    }

    @Test // API-8
    void foreignCandidateBehindTheTargetIsNoObstacle() throws Exception {
        curator.start();
        try (Baton first = connect();
                Baton second = connect();
                Baton observer = connect()) {
            Candidate leader = candidate(first, "a");
            await("a leads").atMost(LIMIT).until(leader::isLeader);
            Candidate target = candidate(second, "b");
            awaitQueue(2);
            try (LeaderLatch behind = foreign()) {
                awaitQueue(3);
                awaitRoster(observer);
                observer.election(ELECTION).transferTo("b", "r2");
                await("b leads").atMost(LIMIT).until(target::isLeader);
                assertThat(behind.hasLeadership()).isFalse();
            }
        }
    }
}
