package dev.baton.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.BatonException;
import dev.baton.LeadershipLostException;
import dev.baton.support.json.Json;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decisions of the filter on requests. */
class EpochFilterTest {
    private final EpochFilter filter = EpochFilter.of("nightly");

    private EpochDecision check(long epoch) {
        return filter.check(EpochHeaders.of(FixedLeadership.of("nightly", epoch))::get);
    }

    @Test // FENCE-2
    void acceptsRequestUnlessHigherEpochWasSeen() {
        assertThat(check(3)).isEqualTo(new EpochDecision.Accepted("nightly", 3));
        assertThat(check(3)).isEqualTo(new EpochDecision.Accepted("nightly", 3));
        assertThat(check(5)).isEqualTo(new EpochDecision.Accepted("nightly", 5));
        assertThat(check(4)).isEqualTo(new EpochDecision.Stale("nightly", 4, 5));
        assertThat(check(5)).isEqualTo(new EpochDecision.Accepted("nightly", 5));
    }

    @Test // FENCE-2 NODE-7
    void staleRequestGives409WithLeaderEpoch() {
        check(5);
        assertThat(check(4)).isInstanceOfSatisfying(EpochDecision.Stale.class, stale -> {
            assertThat(stale.status()).isEqualTo(409);
            assertThat(Json.parseObject(stale.body()))
                    .containsEntry("error", "STALE_EPOCH")
                    .containsEntry("leader_epoch", 5L)
                    .containsOnlyKeys("error", "message", "leader_epoch");
        });
    }

    @ParameterizedTest // FENCE-2
    @CsvSource(
            nullValues = "-",
            value = {
                "-, 3, Baton-Election is missing",
                "nightly, -, Baton-Epoch is missing",
                "nightly, 0, not an epoch",
                "nightly, -1, not an epoch",
                "nightly, +1, not an epoch",
                "nightly, 01, not an epoch",
                "nightly, 1.0, not an epoch",
                "nightly, '3, 4', not an epoch",
                "nightly, 9223372036854775808, not an epoch",
                "'', 3, not a name",
                "'a b', 3, not a name",
                "weekly, 3, not responsible",
            })
    void malformedHeadersGive400(String election, String epoch, String reason) {
        EpochDecision decision = filter.check(name -> name.equals(EpochHeaders.ELECTION) ? election : epoch);
        assertThat(decision).isInstanceOfSatisfying(EpochDecision.Malformed.class, malformed -> {
            assertThat(malformed.status()).isEqualTo(400);
            assertThat(malformed.reason()).contains(reason);
            assertThat(Json.parseObject(malformed.body())).containsEntry("error", "BAD_EPOCH");
        });
        assertThat(check(1)).isInstanceOf(EpochDecision.Accepted.class);
    }

    @Test // FENCE-2
    void fullMemoryRefusesNewElectionsAndForgetsNone() {
        EpochFilter any = EpochFilter.ofAny(EpochMemory.ofProcess(2));
        for (String election : Set.of("a", "b")) {
            assertThat(any.check(EpochHeaders.of(FixedLeadership.of(election, 7))::get))
                    .isInstanceOf(EpochDecision.Accepted.class);
        }
        assertThat(any.check(EpochHeaders.of(FixedLeadership.of("c", 7))::get))
                .isInstanceOf(EpochDecision.Malformed.class);
        assertThat(any.check(EpochHeaders.of(FixedLeadership.of("a", 6))::get)).isInstanceOf(EpochDecision.Stale.class);
        assertThat(any.check(EpochHeaders.of(FixedLeadership.of("b", 6))::get)).isInstanceOf(EpochDecision.Stale.class);
    }

    @Test // FENCE-2
    void concurrentRaisesKeepHighestEpoch() {
        EpochMemory memory = EpochMemory.ofProcess(1);
        IntStream.rangeClosed(1, 2000).parallel().forEach(epoch -> memory.raise("nightly", epoch));
        assertThat(memory.raise("nightly", 1)).hasValue(2000);
        assertThat(LongStream.of(2001, 2000)
                        .map(epoch -> memory.raise("nightly", epoch).orElse(0)))
                .containsExactly(2001L, 2001L);
    }

    @Test // FENCE-2
    void headersRequireValidLeadership() {
        assertThat(EpochHeaders.of(FixedLeadership.of("nightly", 3)))
                .isEqualTo(Map.of("Baton-Election", "nightly", "Baton-Epoch", "3"));
        assertThatThrownBy(() -> EpochHeaders.of(FixedLeadership.of("nightly", 0)))
                .isInstanceOf(BatonException.class);
        assertThatThrownBy(() -> EpochHeaders.of(new FixedLeadership("nightly", 3, Duration.ZERO)))
                .isInstanceOf(LeadershipLostException.class);
    }
}
