package dev.baton.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.kubernetes.api.KubeObject;
import dev.baton.spi.AcquireOutcome;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TakeDecisionTest {
    private static final Map<String, String> OURS = Map.of(
            Marks.EPOCH,
            "7",
            Marks.HOLDER,
            "other",
            Marks.TRANSITIONS,
            "3",
            Marks.CANDIDATE,
            "c-other",
            Marks.TTL,
            "9000");

    private static KubeObject held(String holder, long seconds) {
        return KubeObject.newLease("nightly")
                .withSpec(Map.of("holderIdentity", holder, "leaseDurationSeconds", seconds, "leaseTransitions", 3L));
    }

    private static TakeDecision after(KubeObject lease, long seconds) {
        return TakeDecision.of(
                new ElectionLease(lease),
                new TakeDecision.Knowledge(
                        "me",
                        "c-me",
                        Duration.ofSeconds(seconds),
                        Duration.ofSeconds(15),
                        "c-local"::equals,
                        running -> Optional.empty()));
    }

    @Test // API-1
    void waitsForTheDurationInTheLeaseAndNotItsOwn() {
        assertThat(after(held("native", 4), 3).isTake()).isFalse();
        assertThat(after(held("native", 4), 4).isTake()).isTrue();
        assertThat(after(held("native", 40), 39).isTake()).isFalse();
    }

    @Test // API-1
    void waitsForItsOwnDurationIfTheLeaseHasNone() {
        KubeObject lease = KubeObject.newLease("nightly").withSpec(Map.of("holderIdentity", "native"));
        assertThat(after(lease, 14).isTake()).isFalse();
        assertThat(after(lease, 15).isTake()).isTrue();
    }

    @Test // API-1
    void editedDurationDoesNotShortenTheWaitForALeaderOfBaton() {
        assertThat(after(held("other", 1).withAnnotations(OURS), 8).isTake()).isFalse();
        assertThat(after(held("other", 1).withAnnotations(OURS), 9).isTake()).isTrue();
    }

    @Test // FENCE-1
    void annotationsOfAFormerHolderGiveANativeLeaderNoEpoch() {
        assertThat(new ElectionLease(held("other", 9).withAnnotations(OURS)).epoch())
                .isEqualTo(7);
        assertThat(new ElectionLease(held("native", 9).withAnnotations(OURS)).epoch())
                .isZero();
        KubeObject reacquired = held("other", 9).withSpec(Map.of("leaseTransitions", 4L));
        assertThat(new ElectionLease(reacquired.withAnnotations(OURS)).epoch()).isZero();
    }

    @Test // API-8
    void reservationLetsItsTargetGoFirstForTwoSeconds() {
        KubeObject reserved = held("", 1).withAnnotations(Map.of(Marks.RESERVED_FOR, "other"));
        assertThat(after(reserved, 1).refusal().map(AcquireOutcome.HeldBy::holder))
                .contains("other");
        assertThat(after(reserved, 2).isTake()).isTrue();
        assertThat(after(held("", 1).withAnnotations(Map.of(Marks.RESERVED_FOR, "me")), 0)
                        .isTake())
                .isTrue();
    }

    @Test // API-1
    void annotationsDoNotCountAsARenewal() {
        KubeObject lease = held("other", 9);
        assertThat(new ElectionLease(lease.withAnnotations(Map.of("someone", "else"))).fingerprint())
                .isEqualTo(new ElectionLease(lease).fingerprint());
        assertThat(new ElectionLease(lease.withSpec(Map.of("renewTime", "x"))).fingerprint())
                .isNotEqualTo(new ElectionLease(lease).fingerprint());
    }

    @Test
    void microTimeHasSixDigits() {
        assertThat(ElectionLease.microTime(0)).isEqualTo("1970-01-01T00:00:00.000000Z");
        assertThat(ElectionLease.microTime(1_234)).isEqualTo("1970-01-01T00:00:01.234000Z");
    }
}
