package dev.baton.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Leadership;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A ZooKeeper server whose data was restored from an older copy. */
class RestoredZooKeeperTest {
    private static final String ELECTION = "restored";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int CHANGES = 6;

    private final ZkContractStore store = new ZkContractStore(1);

    @AfterEach
    void close() {
        store.close();
    }

    private static Candidate candidate(Baton baton, String id) {
        Candidate candidate = baton.election(ELECTION)
                .candidate(CandidateSettings.builder()
                        .instanceId(id)
                        .reacquireDelay(Duration.ofMillis(50))
                        .build());
        candidate.start();
        return candidate;
    }

    private static long epoch(List<Candidate> candidates) {
        return await("one of them leads")
                .atMost(LIMIT)
                .until(
                        () -> candidates.stream()
                                .flatMap(one -> one.leadership().filter(Leadership::isValid).stream())
                                .mapToLong(Leadership::epoch)
                                .max(),
                        OptionalLong::isPresent)
                .getAsLong();
    }

    /** Lets the candidates lead in turn, and returns the last epoch. */
    private static long changeLeaders(List<Candidate> candidates) {
        long last = epoch(candidates);
        for (int change = 0; change < CHANGES; change++) {
            candidates.forEach(one -> one.leadership().ifPresent(lead -> one.stepDown(Duration.ofSeconds(10))));
            long before = last;
            await("the next one leads").atMost(LIMIT).until(() -> epoch(candidates) > before);
            last = epoch(candidates);
        }
        return last;
    }

    @Test // API-2
    void epochsContinueAboveTheMemoryOfLiveCandidatesAndObserversSeeThem() {
        try (Baton first = Baton.connect(store.url());
                Baton second = Baton.connect(store.url());
                Baton observer = Baton.connect(store.url())) {
            List<Long> observed = new CopyOnWriteArrayList<>();
            observer.election(ELECTION).observe(now -> now.ifPresent(leader -> observed.add(leader.epoch())));
            List<Candidate> candidates = List.of(candidate(first, "a"), candidate(second, "b"));
            long backedUp = epoch(candidates);
            Path backup = store.ensemble.copyData();
            long highest = changeLeaders(candidates);
            assertThat(highest).isGreaterThan(backedUp);
            store.ensemble.restore(backup);
            await("a later epoch").atMost(LIMIT).until(() -> epoch(candidates) > highest);
            await("the observer sees the new leader")
                    .atMost(LIMIT)
                    .until(() -> observed.stream().anyMatch(epoch -> epoch > highest));
            // Later candidates know of it from the store alone.
            candidates.forEach(Candidate::close);
            try (Baton third = Baton.connect(store.url())) {
                assertThat(epoch(List.of(candidate(third, "c")))).isGreaterThan(highest + 1);
            }
        }
    }

    @Test // API-2
    void epochsContinueAboveTheRestoredOnesIfNobodyRemembersLaterOnes() {
        try (Baton first = Baton.connect(store.url());
                Baton second = Baton.connect(store.url())) {
            List<Candidate> candidates = List.of(candidate(first, "a"), candidate(second, "b"));
            epoch(candidates);
            long backedUp = changeLeaders(candidates);
            Path backup = store.ensemble.copyData();
            candidates.forEach(Candidate::close);
            store.ensemble.restore(backup);
            try (Baton third = Baton.connect(store.url())) {
                assertThat(epoch(List.of(candidate(third, "c")))).isGreaterThan(backedUp);
            }
        }
    }
}
