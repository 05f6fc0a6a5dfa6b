package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ElectionStatusTest {

    @Test // API-8
    void fingerprintIgnoresAttemptsToAcquire() {
        assertThat(standby(CandidateState.ACQUIRING, 1).fingerprint())
                .isEqualTo(standby(CandidateState.FOLLOWER, 2).fingerprint());
    }

    @Test // API-8
    void fingerprintChangesWhenAStandbyLosesTheStore() {
        assertThat(standby(CandidateState.RECONNECTING, 1).fingerprint())
                .isNotEqualTo(standby(CandidateState.FOLLOWER, 1).fingerprint());
    }

    private static ElectionStatus standby(CandidateState state, long second) {
        return new ElectionStatus(
                "job",
                Optional.empty(),
                List.of(new InstanceStatus("job", "a", false, state, 0, 0, true, Instant.ofEpochSecond(second))));
    }
}
