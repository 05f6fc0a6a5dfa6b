package dev.baton.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.support.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ElectionStatusJsonTest {
    private final LeaderInfo leader = new LeaderInfo("e", "b", 2, Instant.EPOCH, Optional.empty());

    @Test // API-1
    void leaderByRosterThatTheStoreDoesNotRecordIsMarked() {
        assertThat(instances(Optional.of(leader)))
                .contains("{\"instance_id\":\"a\",\"state\":\"leader\",")
                .containsOnlyOnce("\"healthy\":true,\"confirmed\":false}");
        assertThat(instances(Optional.of(leader)).indexOf("confirmed"))
                .isLessThan(instances(Optional.of(leader)).indexOf("\"instance_id\":\"b\""));
        assertThat(instances(Optional.empty()).split("\"confirmed\":false", -1)).hasSize(3);
    }

    @Test // API-1
    void leaderOfAnotherProgramHasNoEpoch() {
        LeaderInfo foreign = new LeaderInfo("e", "native", 0, Instant.EPOCH, Optional.empty());
        assertThat(foreign.confirmedEpoch()).isEmpty();
        assertThat(leader.confirmedEpoch()).hasValue(2);
        assertThat(Json.write(ElectionStatusJson.of("e", Optional.of(foreign), List.of())))
                .contains("{\"instance_id\":\"native\",\"epoch\":null,");
    }

    private static String instances(Optional<LeaderInfo> leader) {
        return Json.write(ElectionStatusJson.of(
                        "e",
                        leader,
                        List.of(
                                ElectionStatusJson.instance(status("a", CandidateState.LEADER)),
                                ElectionStatusJson.instance(status("b", CandidateState.LEADER)),
                                ElectionStatusJson.instance(status("c", CandidateState.FOLLOWER))))
                .get("instances"));
    }

    private static InstanceStatus status(String instanceId, CandidateState state) {
        return new InstanceStatus("e", instanceId, true, state, 1, 0, true, Instant.EPOCH);
    }
}
