package dev.baton.quorum.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HeartbeatAcksTest {

    @Test // QUORUM-7
    void acknowledgementsFollowTheirMembersIntoNextList() {
        Membership before = Membership.founding(List.of("a", "b", "c"));
        Membership after = before.without("a", 1, 0);
        HeartbeatAcks acks = HeartbeatAcks.none(3).with(before.place("b"), 7);

        HeartbeatAcks moved = acks.moved(before, after);

        assertThat(moved.of(after.place("b"))).isEqualTo(7);
        assertThat(moved.of(after.place("c"))).isEqualTo(HeartbeatAcks.NO_ACK);
    }
}
