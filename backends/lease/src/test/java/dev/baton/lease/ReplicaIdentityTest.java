package dev.baton.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import java.time.Duration;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The instance id of a replica. */
class ReplicaIdentityTest {

    @Test // LEASE-9
    void replicaIdIsANewUuidOrTheGivenOne() {
        SqliteLeaseStore store = new SqliteLeaseStore();
        try (Baton baton = Baton.connect(store.url())) {
            Candidate nameless = baton.candidate("nightly");
            Candidate other = baton.candidate("nightly");
            assertThat(UUID.fromString(nameless.instanceId())).isNotEqualTo(UUID.fromString(other.instanceId()));
            Candidate named = baton.election("weekly")
                    .candidate(CandidateSettings.builder().instanceId("pod-7").build());
            named.start();
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(named::isLeader);
            assertThat(baton.election("weekly").leader().orElseThrow().instanceId())
                    .isEqualTo("pod-7");
        }
        store.close();
    }
}
