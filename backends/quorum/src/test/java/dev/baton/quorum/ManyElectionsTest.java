package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.spi.ElectionMetrics;
import dev.baton.testkit.GroupContractStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Many elections of one group: each has its own leader and epoch, and all share the connections. */
class ManyElectionsTest {
    private static final int ELECTIONS = 50;

    @Test // QUORUM-13, QUORUM-9
    void electionsAreIndependentAndShareFrames() {
        try (TestGroup group = new TestGroup(3, "", false);
                Baton first = Baton.connect(group.url("n1"));
                Baton second = Baton.connect(group.url("n2"));
                Baton third = Baton.connect(group.url("n3"))) {
            GroupContractStore.awaitVoting(List.of(first.backend(), second.backend(), third.backend()));
            List<Candidate> candidates = new ArrayList<>();
            for (int i = 0; i < ELECTIONS; i++) {
                // Each election has one candidate, on one of two members. All members vote.
                Candidate candidate = (i % 2 == 0 ? first : second).candidate("e" + i);
                candidates.add(candidate);
                candidate.start();
            }
            await(() -> candidates.stream().allMatch(Candidate::isLeader));
            candidates.get(0).stepDown(Duration.ofSeconds(10));
            await(() -> candidates.get(0).isLeader());
            assertThat(candidates.get(0).leadership().orElseThrow().epoch())
                    .isGreaterThan(candidates.get(1).leadership().orElseThrow().epoch());
            assertThat(third.elections()).hasSize(ELECTIONS);
            assertThat(third.election("e1").leader().map(leader -> leader.instanceId()))
                    .isEqualTo(Optional.of("n2"));

            QuorumBackend member = (QuorumBackend) first.backend();
            ElectionMetrics leading = member.metrics("e0");
            assertThat(leading.state()).isEqualTo("leader");
            assertThat(leading.lastLeader()).isEqualTo("n1");
            assertThat(leading.elections()).isGreaterThanOrEqualTo(2);
            assertThat(leading.convergence()).isPresent();
            assertThat(leading.leaseRemaining()).isPositive();
            ElectionMetrics following = first.election("e1").metrics().orElseThrow();
            assertThat(following.state()).isEqualTo("follower");
            assertThat(following.leaseRemaining())
                    .as("until the lease of the known leader ends")
                    .isPositive();
            assertThat(following.toMap())
                    .containsKeys(
                            "election_count",
                            "convergence_time_ms",
                            "current_state",
                            "last_leader_id",
                            "lease_remaining_ms")
                    .containsEntry("last_leader_id", "n2");

            long frames = member.traffic().framesSent();
            long later = System.nanoTime() + Duration.ofSeconds(2).toNanos();
            await(() -> System.nanoTime() - later > 0);
            // Four heartbeats to two peers, and responses to one. Separate elections would send over 300 frames.
            assertThat(member.traffic().framesSent() - frames).isLessThan(150);
        }
    }

    private static void await(BooleanSupplier condition) {
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(condition::getAsBoolean);
    }
}
