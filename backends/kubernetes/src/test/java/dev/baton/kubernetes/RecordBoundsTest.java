package dev.baton.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.kubernetes.api.KubeObject;
import dev.baton.kubernetes.api.KubeSelection;
import dev.baton.support.json.JsonFields;
import dev.baton.testkit.kubernetes.SimulatedKubeServer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What keeps the Leases beside that of an election bounded: how many tenures they have, and who deletes them. */
class RecordBoundsTest {
    private static final Map<String, String> POD = Map.of("POD_NAME", "nightly-7", "POD_UID", "1-2-3");

    private final SimulatedKubeServer server = new SimulatedKubeServer();
    private final KubernetesContractStore store = new KubernetesContractStore(server, server::close);

    @AfterEach
    void close() {
        store.close();
    }

    private List<LeaseTenure> add(String url, long from, long to) {
        OlderTenures older = new OlderTenures(store.direct);
        List<LeaseTenure> tenures = LongStream.rangeClosed(from, to)
                .mapToObj(epoch -> LeaseTenure.begun(epoch, "one", url, 1_000 + epoch))
                .toList();
        assertThat(older.add("nightly", tenures, 5_000)).isTrue();
        return older.of("nightly", Optional.empty());
    }

    @Test // API-9
    void historyKeepsTheLastTenures() {
        assertThat(add("", 1, 300)).hasSize(300);
        assertThat(add("", 301, 600))
                .extracting(LeaseTenure::epoch)
                .hasSize(512)
                .startsWith(89L)
                .endsWith(600L);
    }

    @Test // API-9
    void historyStaysBelowTheLimitOfAnAnnotation() {
        List<LeaseTenure> kept = add("http://" + "x".repeat(1_000), 1, 400);
        assertThat(kept).extracting(LeaseTenure::epoch).endsWith(400L).hasSizeBetween(50, 250);
        String text =
                store.direct.get(LeaseNames.history("nightly")).orElseThrow().annotation(Marks.TENURES);
        assertThat(text.length()).isLessThanOrEqualTo(200_000);
    }

    @Test
    void rosterBelongsToThePodOfTheManifest() throws Exception {
        try (KubernetesBackend backend = KubernetesBackend.open(store.url(), BatonClock.system())) {
            LeaseRosters roster = new LeaseRosters(backend.context(), LeaseRosters.owner(POD));
            roster.announce(List.of(new InstanceStatus(
                            "nightly", "one", false, CandidateState.FOLLOWER, 0, 0, true, Instant.now(), "")))
                    .toCompletableFuture()
                    .get(30, TimeUnit.SECONDS);
            List<KubeObject> leases = store.direct
                    .list(KubeSelection.labelled(Marks.KIND + "=" + LeaseRosters.KIND))
                    .objects();
            assertThat(leases).hasSize(1);
            assertThat(JsonFields.of("metadata", leases.get(0).fields().get("metadata"))
                            .object()
                            .get("ownerReferences"))
                    .isEqualTo(List.of(Map.of("apiVersion", "v1", "kind", "Pod", "name", "nightly-7", "uid", "1-2-3")));
        }
    }

    @Test
    void rosterHasNoOwnerWithoutTheNameAndTheUidOfThePod() {
        assertThat(LeaseRosters.owner(Map.of())).isEmpty();
        assertThat(LeaseRosters.owner(Map.of("POD_NAME", "nightly-7"))).isEmpty();
        assertThat(LeaseRosters.owner(Map.of("POD_UID", "1-2-3"))).isEmpty();
    }
}
