package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.quorum.step.Membership;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RecordKeepersTest {
    private static final Membership THREE = Membership.founding(List.of("a", "b", "c"));
    private static final Membership FOUR = Membership.founding(List.of("a", "b", "c", "d"));

    private final AtomicLong nanos = new AtomicLong(5);
    private final RecordKeepers keepers = new RecordKeepers("a", nanos::get);

    @Test // RUN-2
    void halfOfTheMembersIsNoMajority() {
        assertThat(keepers.isMajority(THREE, Set.of("a"))).isFalse();
        assertThat(keepers.isMajority(THREE, Set.of("a", "c"))).isTrue();
        assertThat(keepers.isMajority(FOUR, Set.of("a", "c"))).isFalse();
        assertThat(keepers.isMajority(FOUR, Set.of("a", "c", "d"))).isTrue();
    }

    @Test // RUN-2
    void answersOfOthersThanMembersDoNotCount() {
        assertThat(keepers.isMajority(THREE, Set.of("a", "x", "y"))).isFalse();
    }

    @Test // RUN-2
    void connectedMemberThatKeepsRecordsHasToAnswer() {
        keepers.introduced("b", true);
        keepers.connected("b");
        nanos.addAndGet(RecordKeepers.INTRODUCTION_TIMEOUT.toNanos() * 5);
        assertThat(keepers.isMajority(THREE, Set.of("a"))).isFalse();
    }

    @Test // RUN-2
    void connectedMemberOfAnEarlierVersionCountsAsAsked() {
        keepers.introduced("b", false);
        assertThat(keepers.isMajority(THREE, Set.of("a"))).as("not connected").isFalse();
        keepers.connected("b");
        assertThat(keepers.isMajority(THREE, Set.of("a"))).isTrue();
        keepers.disconnected("b");
        assertThat(keepers.isMajority(THREE, Set.of("a"))).as("disconnected").isFalse();
    }

    @Test // RUN-2
    void memberWithoutIntroductionIsOfAnEarlierVersionOnlyAfterATime() {
        keepers.connected("b");
        nanos.addAndGet(RecordKeepers.INTRODUCTION_TIMEOUT.toNanos() - 1);
        assertThat(keepers.isMajority(THREE, Set.of("a"))).isFalse();
        nanos.addAndGet(1);
        assertThat(keepers.isMajority(THREE, Set.of("a"))).isTrue();
        keepers.introduced("b", true);
        assertThat(keepers.isMajority(THREE, Set.of("a")))
                .as("late introduction")
                .isFalse();
    }
}
