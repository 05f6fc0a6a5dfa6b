package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RosterLeaderTest {
    private final ElectionFixture fixture = new ElectionFixture();
    private final Baton baton = fixture.connect();

    @Test // API-1
    void rosterHasTheLeaderThatTheStoreRecords() {
        Candidate leader = fixture.candidate(baton, "leader", settings -> settings);
        leader.start();
        fixture.seconds(1);
        Instant now = Instant.ofEpochMilli(fixture.time.wallMillis());
        fixture.store
                .open(fixture.time)
                .announce(List.of(new InstanceStatus(
                        ElectionFixture.ELECTION, "frozen", true, CandidateState.LEADER, 1, 0, true, now)));
        assertThat(leaders()).containsExactly("leader");
        leader.stop();
        assertThat(leaders()).as("after the release").isEmpty();
        assertThat(baton.election(ElectionFixture.ELECTION).roster())
                .anyMatch(status -> status.instanceId().equals("frozen") && status.state() == CandidateState.LEADER);
    }

    private List<String> leaders() {
        return baton.election(ElectionFixture.ELECTION).roster().stream()
                .filter(InstanceStatus::isLeader)
                .map(InstanceStatus::instanceId)
                .toList();
    }
}
