package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

/** Many elections on one group: each has its own leader and epoch, all share the connections. */
class ManyElectionsTest {
    private static final int ELECTIONS = 50;

    @Test // QUORUM-13, QUORUM-9
    void electionsAreIndependentAndTravelTogether() {
        try (TestGroup group = new TestGroup(3, "", false);
                Baton first = Baton.connect(group.url("n1"));
                Baton second = Baton.connect(group.url("n2"));
                Baton third = Baton.connect(group.url("n3"))) {
            GroupContractStore.awaitFounded(List.of(first.backend(), second.backend(), third.backend()));
            List<Candidate> candidates = new ArrayList<>();
            for (int i = 0; i < ELECTIONS; i++) {
                // One candidate for each election, on one of two members: every member votes, only those that stand
                // lead.
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
            ElectionMetrics leading = member.figures("e0");
            assertThat(leading.state()).isEqualTo("leader");
            assertThat(leading.lastLeader()).isEqualTo("n1");
            assertThat(leading.elections()).isGreaterThanOrEqualTo(2);
            assertThat(leading.convergence()).isPresent();
            assertThat(leading.leaseRemaining()).isPositive();
            assertThat(member.figures("e1").state()).isEqualTo("follower");

            long frames = member.traffic().framesSent();
            long beats = System.nanoTime() + Duration.ofSeconds(2).toNanos();
            await(() -> System.nanoTime() - beats > 0);
            // Four beats to two peers, as many answers to one: alone, fifty elections would take over 300 frames.
            assertThat(member.traffic().framesSent() - frames).isLessThan(150);
        }
    }

    @Test // QUORUM-1, QUORUM-4
    void urlsThatCannotBeRightAreRefusedWithWhatWouldBe() {
        assertThatThrownBy(() -> QuorumUrl.parse("quorum://a@h:1?peers=b@h:2"))
                .hasMessageContaining("key-file is missing");
        assertThatThrownBy(() -> QuorumUrl.parse("quorum://a@h:1?peers=a@h:2&key-file=k&state=s"))
                .hasMessageContaining("among its own peers");
        assertThatThrownBy(() -> QuorumUrl.parse("quorum://a@h:1?peers=b@h:2,b@h:3&key-file=k&state=s"))
                .hasMessageContaining("named twice");
        assertThatThrownBy(() -> QuorumUrl.parse("quorum://a@h:1?peers=b&key-file=k&state=s"))
                .hasMessageContaining("ID@HOST:PORT");
        assertThatThrownBy(() -> QuorumUrl.parse("quorum://a@h:1?peers=b@h:2&key-file=k&state=s&lease=1s"))
                .hasMessageContaining("unsafe timing");
        assertThatThrownBy(() -> QuorumUrl.parse("quorum://a@h:1?peers=b@h:2&key-file=k&state=s&colour=red"))
                .hasMessageContaining("no option \"colour\"");
        QuorumUrl seed = QuorumUrl.parse("quorum://a@h:1?peers=b@h:2&key-file=k&state=s&profile=seed");
        assertThat(seed.settings().heartbeatEvery()).isEqualTo(Duration.ofSeconds(1));
        assertThat(seed.settings().lease()).isEqualTo(Duration.ofSeconds(10));
        assertThat(QuorumUrl.parse("quorum://?peers=b@h:2&key-file=k").isObserver())
                .isTrue();
    }

    private static void await(BooleanSupplier condition) {
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(condition::getAsBoolean);
    }
}
