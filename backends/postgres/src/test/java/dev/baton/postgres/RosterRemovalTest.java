package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.ContenderSettings;
import dev.baton.testkit.IgnoredSignals;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

/** A process that has ended in an orderly way is not on the roster. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RosterRemovalTest {

    @RepeatedTest(5) // PG-10: baton acquire ends while its first status is still on its way
    void processThatEndsAtOnceLeavesNothing() {
        try (PostgresFixture fixture = PostgresFixture.onNewest()) {
            try (Backend backend = fixture.open()) {
                InstanceStatus status = new InstanceStatus(
                        "nightly", "brief", false, CandidateState.FOLLOWER, 0, 0, true, Instant.now(), "");
                var unused = backend.roster().announce(List.of(status));
                assertThat(backend.contend(new ContenderSettings("nightly", "brief", 0, "", new IgnoredSignals()))
                                .acquire(0)
                                .toCompletableFuture()
                                .join())
                        .isInstanceOf(AcquireOutcome.Won.class);
            }
            assertThat(fixture.number("SELECT count(*) FROM baton_roster")).isZero();
        }
    }
}
