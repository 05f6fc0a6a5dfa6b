package dev.baton.quorum.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The hand-written equals methods compare every component. */
class ProtocolValuesTest {

    @Test // QUORUM-4
    void valuesWithDifferentComponentAreNotEqual() {
        Membership two = Membership.founding(List.of("a", "b"));
        Membership three = Membership.founding(List.of("a", "b", "c"));
        assertDifferent(new Vote(1, "a"), new Vote(1, "a"), new Vote(2, "a"), new Vote(1, "b"));
        assertDifferent(
                new ConfigId(1, 2, 3),
                new ConfigId(1, 2, 3),
                new ConfigId(2, 2, 3),
                new ConfigId(1, 1, 3),
                new ConfigId(1, 2, 4));
        assertDifferent(
                new LeasePromise("a", 1, 2, 3),
                new LeasePromise("a", 1, 2, 3),
                new LeasePromise("b", 1, 2, 3),
                new LeasePromise("a", 2, 2, 3),
                new LeasePromise("a", 1, 1, 3),
                new LeasePromise("a", 1, 2, 4));
        assertDifferent(
                new GroupRecord(two, 1, true, Map.of("b", 2L)),
                new GroupRecord(Membership.founding(List.of("b", "a")), 1, true, Map.of("b", 2L)),
                new GroupRecord(three, 1, true, Map.of("b", 2L)),
                new GroupRecord(two, 2, true, Map.of("b", 2L)),
                new GroupRecord(two, 1, false, Map.of("b", 2L)),
                new GroupRecord(two, 1, true, Map.of("b", 3L)));
    }

    private static void assertDifferent(Object one, Object same, Object... others) {
        assertThat(one).isEqualTo(same).hasSameHashCodeAs(same).isNotEqualTo("another type");
        for (Object other : others) {
            assertThat(one).isNotEqualTo(other);
        }
    }
}
