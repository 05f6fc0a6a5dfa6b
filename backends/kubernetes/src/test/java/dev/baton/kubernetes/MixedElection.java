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
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/** Candidates of Baton and of another program that lead in turn. */
final class MixedElection {
    static final String ELECTION = "mixed";

    private MixedElection() {}

    static void alternate(String url, Supplier<ForeignElector> foreign, int rounds) throws Exception {
        List<Long> began = new CopyOnWriteArrayList<>();
        List<Long> ended = new CopyOnWriteArrayList<>();
        List<String> overlaps = new ArrayList<>();
        List<Long> epochs = new ArrayList<>();
        try (Baton baton = Baton.connect(url)) {
            Candidate candidate = baton.election(ELECTION)
                    .candidate(CandidateSettings.builder()
                            .instanceId("baton")
                            .reacquireDelay(Duration.ofMillis(2_500))
                            .build());
            candidate.whileLeading(leadership -> {
                began.add(System.nanoTime());
                try {
                    new CountDownLatch(1).await();
                } finally {
                    ended.add(System.nanoTime());
                }
            });
            ForeignElector leader = foreign.get();
            await().until(leader::leads);
            candidate.start();
            for (int round = 0; round < rounds; round++) {
                assertThat(baton.election(ELECTION).leader().map(LeaderInfo::confirmedEpoch))
                        .contains(OptionalLong.empty());
                assertThat(candidate.isLeader()).isFalse();
                long resigned = leader.resign();
                await().atMost(Duration.ofSeconds(30)).until(candidate::isLeader);
                leader.close();
                epochs.add(candidate.leadership().orElseThrow().epoch());
                int count = round + 1;
                await().until(() -> began.size() == count);
                if (began.get(round) - resigned < 0) {
                    overlaps.add("round " + round + ": Baton led before the other program resigned");
                }
                leader = foreign.get();
                candidate.stepDown(Duration.ofSeconds(10));
                await().atMost(Duration.ofSeconds(30)).until(leader::leads);
                if (ended.size() < count || leader.leadsSince() - ended.get(round) < 0) {
                    overlaps.add("round " + round + ": the other program led before the work of Baton ended");
                }
            }
            leader.close();
        }
        assertThat(overlaps).isEmpty();
        assertThat(epochs).hasSize(rounds).isSorted().doesNotHaveDuplicates();
    }
}
