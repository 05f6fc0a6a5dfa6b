package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.support.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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

    @Test // API-8
    void standbysAreCalledStandbyForPeopleAndByTheirStateInJson() {
        CommandContext plain = new CommandContext(System.out, System.err, Map.of(), false);
        for (CandidateState state : List.of(CandidateState.FOLLOWER, CandidateState.ACQUIRING)) {
            ElectionStatus status = standby(state, 1);
            assertThat(status.details(plain, Instant.ofEpochSecond(2), "file:dir"))
                    .contains("  a         standby  0 ")
                    .doesNotContain(state.code());
            assertThat(Json.write(status.json())).contains("\"state\":\"" + state.code() + "\"");
        }
        assertThat(standby(CandidateState.RECONNECTING, 1).details(plain, Instant.ofEpochSecond(2), "file:dir"))
                .contains("reconnecting");
    }

    @Test // API-8
    void leaderOfAnotherProgramIsShownWithoutAnEpoch() {
        assertThat(summary("native", 0))
                .isEqualTo("led by native, without an epoch, since 1970-01-01T00:00:00.000Z (4s)");
        assertThat(summary("a", 7)).contains("led by a, epoch 7, since");
    }

    private static String summary(String id, long epoch) {
        LeaderInfo leader = new LeaderInfo("job", id, epoch, Instant.EPOCH, Optional.empty());
        return new ElectionStatus("job", Optional.of(leader), List.of()).summary(Instant.ofEpochSecond(4));
    }

    private static ElectionStatus standby(CandidateState state, long second) {
        return new ElectionStatus(
                "job",
                Optional.empty(),
                List.of(new InstanceStatus("job", "a", false, state, 0, 0, true, Instant.ofEpochSecond(second))));
    }
}
