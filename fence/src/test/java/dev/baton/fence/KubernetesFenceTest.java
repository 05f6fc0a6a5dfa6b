package dev.baton.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.BatonException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a fence on Kubernetes admits, from an object and a Lease as they were read. */
class KubernetesFenceTest {
    private static final String CANDIDATE = "0f0c7d2e-0000-4000-8000-000000000001";
    private static final String OTHER = "0f0c7d2e-0000-4000-8000-000000000002";

    private final KubernetesFence fence = Fence.byKubernetes();

    private static FixedLeadership leadership(long epoch) {
        return new FixedLeadership(
                "nightly", epoch, Duration.ofSeconds(60), Optional.of("lease-" + CANDIDATE + "@" + epoch));
    }

    private static String lease(String holder, long transitions, long epoch, String candidate) {
        return """
                {"metadata": {"annotations": {"baton.dev/epoch": "%d", "baton.dev/holder": "instance-%d",
                  "baton.dev/transitions": "3", "baton.dev/candidate": "%s"}},
                 "spec": {"holderIdentity": "%s", "leaseTransitions": %d}}
                """.formatted(epoch, epoch, candidate, holder, transitions);
    }

    private static String own(long epoch) {
        return lease("instance-" + epoch, 3, epoch, CANDIDATE);
    }

    private static Map<String, String> mark(String value) {
        return Map.of(KubernetesFence.ANNOTATION, value);
    }

    @Test // FENCE-1
    void leaderMarksTheObjectWithItsEpoch() {
        Map<String, String> marks = fence.annotations(leadership(7), Map.of("other", "x"), own(7));
        assertThat(marks).isEqualTo(mark("7 " + CANDIDATE + " nightly"));
        assertThat(fence.annotations(leadership(7), marks, own(7))).isEqualTo(marks);
        assertThat(fence.annotations(leadership(8), marks, own(8))).isEqualTo(mark("8 " + CANDIDATE + " nightly"));
    }

    @Test // FENCE-1
    void objectOfALaterLeaderIsRefused() {
        assertThatThrownBy(() -> fence.annotations(leadership(7), mark("8 " + OTHER + " nightly"), own(7)))
                .isInstanceOfSatisfying(
                        StaleEpochException.class,
                        stale -> assertThat(stale.currentEpoch()).hasValue(8));
        assertThatThrownBy(() -> fence.annotations(leadership(7), mark("7 " + OTHER + " nightly"), own(7)))
                .isInstanceOf(StaleEpochException.class)
                .hasMessageContaining("another tenure has the same epoch");
    }

    @Test // FENCE-1
    void leaseOfAnotherTenureIsRefused() {
        assertThatThrownBy(() -> fence.annotations(leadership(7), Map.of(), lease("instance-8", 3, 8, OTHER)))
                .isInstanceOfSatisfying(
                        StaleEpochException.class,
                        stale -> assertThat(stale.currentEpoch()).hasValue(8));
        for (String other : new String[] {
            lease("native", 4, 7, CANDIDATE),
            lease("instance-7", 4, 7, CANDIDATE),
            lease("instance-7", 3, 7, OTHER),
            lease("", 3, 7, CANDIDATE),
            "{}"
        }) {
            assertThatThrownBy(() -> fence.annotations(leadership(7), Map.of(), other))
                    .as(other)
                    .isInstanceOfSatisfying(
                            StaleEpochException.class,
                            stale -> assertThat(stale.currentEpoch()).isEmpty());
        }
    }

    @Test // FENCE-1
    void objectOfAnotherElectionAndMalformedTextsAreRefusedWithTheCure() {
        assertThatThrownBy(() -> fence.annotations(leadership(7), mark("6 " + OTHER + " hourly"), own(7)))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("guarded by the election hourly");
        assertThatThrownBy(() -> fence.annotations(leadership(7), mark("garbage"), own(7)))
                .hasMessageContaining("Correct or remove it");
        assertThatThrownBy(() -> fence.annotations(leadership(7), Map.of(), "{\"spec\":1}"))
                .hasMessageContaining("malformed");
    }

    @Test // FENCE-1
    void everyGuardRefusesALeaderWithoutAnEpoch() {
        assertThatThrownBy(() -> fence.annotations(leadership(0), Map.of(), own(0)))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("has no epoch");
        assertThatThrownBy(() -> EpochHeaders.of(leadership(0))).hasMessageContaining("has no epoch");
        Map<String, String> headers = Map.of(EpochHeaders.ELECTION, "nightly", EpochHeaders.EPOCH, "0");
        assertThat(EpochFilter.of("nightly").check(headers::get)).isInstanceOf(EpochDecision.Refused.class);
    }

    @Test // FENCE-1
    void leadershipOfAnotherStoreIsRefused() {
        assertThatThrownBy(() -> fence.annotations(FixedLeadership.of("nightly", 7), Map.of(), own(7)))
                .hasMessageContaining("not one on Kubernetes");
        assertThat(fence.leaseName(leadership(7))).isEqualTo("nightly");
    }
}
