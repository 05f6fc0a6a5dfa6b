package dev.baton.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Leadership;
import dev.baton.testkit.kubernetes.RealKubeServer;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A real API server whose etcd was restored from an older snapshot. */
@Tag("proof")
@Tag("kube-apiserver")
class RestoredKubernetesTest {
    private static final String ELECTION = "restored";
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int CHANGES = 4;
    /** Far more than the server itself writes while it starts. */
    private static final int OTHER_WRITES = 500;

    private final RealKubeServer server = RealKubeServer.shared();
    private final KubernetesContractStore store = new KubernetesContractStore(server, () -> {});

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

    private void writeOtherObjects() {
        try (KubernetesClient admin = server.admin()) {
            for (int i = 0; i < OTHER_WRITES; i++) {
                admin.configMaps()
                        .inNamespace(store.namespace)
                        .resource(new ConfigMapBuilder()
                                .withNewMetadata()
                                .withName("other-" + i)
                                .endMetadata()
                                .build())
                        .create();
            }
        }
    }

    @Test // API-2
    void epochsContinueAboveTheMemoryOfLiveCandidatesAndObserversSeeThem() {
        try (Baton first = Baton.connect(store.url());
                Baton second = Baton.connect(store.url());
                Baton observer = Baton.connect(store.url())) {
            List<Long> observed = new CopyOnWriteArrayList<>();
            observer.election(ELECTION).observe(now -> now.ifPresent(leader -> observed.add(leader.epoch())));
            List<Candidate> candidates = List.of(candidate(first, "a"), candidate(second, "b"));
            long backedUp = changeLeaders(candidates);
            Path backup = server.saveSnapshot();
            writeOtherObjects();
            long highest = changeLeaders(candidates);
            assertThat(highest).isGreaterThan(backedUp + OTHER_WRITES);
            server.restore(backup);
            await("a later epoch").atMost(LIMIT).until(() -> epoch(candidates) > highest);
            // It is not the version of the Lease that makes the epoch larger: it went back.
            assertThat(store.lease(ELECTION).orElseThrow().object().revision()).isLessThan(highest);
            await("the observer sees the new leader")
                    .atMost(LIMIT)
                    .until(() -> observed.stream().anyMatch(epoch -> epoch > highest));
            // Later candidates know of it from the Lease alone.
            candidates.forEach(Candidate::close);
            try (Baton third = Baton.connect(store.url())) {
                assertThat(epoch(List.of(candidate(third, "c")))).isGreaterThan(highest + 1);
            }
        } finally {
            store.close();
        }
    }
}
