package dev.baton.kubernetes;

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
import java.util.function.Supplier;

/** Candidates of Baton and of another program that lead in turn. */
final class MixedElection {
    static final String ELECTION = "mixed";

    private MixedElection() {}

    static void alternate(String url, Supplier<ForeignElector> foreign, int rounds) throws Exception {
        List<Long> acquired = new CopyOnWriteArrayList<>();
        List<String> overlaps = new ArrayList<>();
        List<Long> epochs = new ArrayList<>();
        try (Baton baton = Baton.connect(url)) {
            Candidate candidate = baton.election(ELECTION)
                    .candidate(CandidateSettings.builder()
                            .instanceId("baton")
                            .reacquireDelay(Duration.ofMillis(2_500))
                            .build());
            candidate.onAcquired(leadership -> acquired.add(System.nanoTime()));
            ForeignElector leader = foreign.get();
            await().until(leader::leads);
            candidate.start();
            for (int round = 0; round < rounds; round++) {
                assertThat(baton.election(ELECTION).leader().map(LeaderInfo::epoch))
                        .contains(0L);
                assertThat(candidate.isLeader()).isFalse();
                long resigned = leader.resign();
                await().atMost(Duration.ofSeconds(30)).until(candidate::isLeader);
                leader.close();
                epochs.add(candidate.leadership().orElseThrow().epoch());
                int count = round + 1;
                await().until(() -> acquired.size() == count);
                if (acquired.get(round) - resigned < 0) {
                    overlaps.add("round " + round + ": Baton led before the other program resigned");
                }
                leader = foreign.get();
                long released = System.nanoTime();
                candidate.stepDown(Duration.ofSeconds(10));
                await().atMost(Duration.ofSeconds(30)).until(leader::leads);
                if (leader.leadsSince() - released < 0 || candidate.isLeader()) {
                    overlaps.add("round " + round + ": the other program led before the release");
                }
            }
            leader.close();
        }
        assertThat(overlaps).isEmpty();
        assertThat(epochs).hasSize(rounds).isSorted().doesNotHaveDuplicates();
    }
}
