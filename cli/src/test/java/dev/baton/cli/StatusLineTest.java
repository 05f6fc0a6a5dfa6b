package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.machine.State;
import dev.baton.spi.StatusFrame;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusLineTest {

    @Test // API-8
    void aStandbyThatTriesAgainIsNoChange() {
        assertThat(standby(State.ACQUIRING, 1).essence())
                .isEqualTo(standby(State.FOLLOWER, 2).essence());
    }

    @Test // API-8
    void aStandbyThatCannotReachTheStoreIsAChange() {
        assertThat(standby(State.RECONNECTING, 1).essence())
                .isNotEqualTo(standby(State.FOLLOWER, 1).essence());
    }

    private static StatusLine standby(State state, long second) {
        return new StatusLine(
                "job",
                Optional.empty(),
                List.of(new StatusFrame("job", "a", false, state, 0, 0, true, Instant.ofEpochSecond(second))));
    }
}
