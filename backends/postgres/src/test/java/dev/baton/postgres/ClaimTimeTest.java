package dev.baton.postgres;

import static dev.baton.postgres.PostgresFixture.ELECTION;
import static dev.baton.postgres.PostgresFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.EndReason;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.RenewOutcome;
import dev.baton.testkit.IgnoredSignals;
import dev.baton.testkit.ManualClock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A claim counts from before its request was sent, however late the request or the reply is; and recovery is exact. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ClaimTimeTest {
    private final PostgresFixture fixture = PostgresFixture.onNewest();
    private final ManualClock clock = new ManualClock();
    private final PostgresUrl url = PostgresUrl.parse(fixture.store.directUrl(), Map.of());
    private final SlowConnections connections = new SlowConnections(new DriverConnections(url), clock);
    private final PostgresBackend backend =
            PostgresBackend.open(connections, url.options(), clock, ConcurrentHashMap.newKeySet());
    private final Contender contender = contender(backend, ELECTION);

    @AfterEach
    void close() {
        backend.close();
        fixture.close();
    }

    @Test // CORE-2
    void grantOfProcessWithoutClaimsCountsFromBeforeTheRaise() {
        assertThat(won(contender).countsFrom().nanos())
                .isLessThanOrEqualTo(connections.sentAt("lock", EpochTable.RAISE_IMMEDIATELY));
    }

    @Test // CORE-2
    void grantOfProcessThatLeadsCountsFromBeforeTheCheck() {
        won(contender(backend, "other"));
        assertThat(won(contender).countsFrom().nanos())
                .isLessThanOrEqualTo(connections.sentAt("lock", EpochTable.ROWS_AND_PID));
    }

    @Test // CORE-2
    void renewalCountsFromBeforeItsRequest() {
        Claim claim = won(contender);
        RenewOutcome outcome =
                backend.renew(List.of(claim)).toCompletableFuture().join().get(claim);
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        RenewOutcome.Renewed.class,
                        renewed -> assertThat(renewed.countsFrom().nanos())
                                .isLessThanOrEqualTo(connections.sentAt("lock", EpochTable.ROWS_AND_PID)));
    }

    @Test // CORE-2, PG-7
    void recoveryCountsFromBeforeItsConfirmation() {
        Claim claim = won(contender);
        endSession();
        assertThat(contender.reclaim(claim).toCompletableFuture().join())
                .isInstanceOfSatisfying(
                        RenewOutcome.Renewed.class,
                        renewed -> assertThat(renewed.countsFrom().nanos())
                                .isLessThanOrEqualTo(connections.sentAt("lock", EpochTable.ROWS_AND_PID)));
    }

    @Test // PG-7: the same instance id raised the epoch in between, and ended without a release
    void recoveryRefusesLaterEpochOfTheSameInstance() {
        Claim claim = won(contender);
        endSession();
        fixture.run("UPDATE baton_epochs SET epoch = epoch + 1");
        long process = fixture.number("SELECT process FROM baton_epochs");
        assertThat(contender.reclaim(claim).toCompletableFuture().join())
                .isEqualTo(new RenewOutcome.Gone(EndReason.TAKEN_OVER));
        assertThat(fixture.number("SELECT process FROM baton_epochs")).isEqualTo(process);
        assertThat(fixture.electionLocks()).isZero();
    }

    private void endSession() {
        assertThat(fixture.terminate("lock")).isEqualTo(1);
        await("the end was noticed", () -> backend.heldLocks().size() == 0);
    }

    private static Claim won(Contender contender) {
        return ((AcquireOutcome.Won) contender.acquire(0).toCompletableFuture().join()).claim();
    }

    private static Contender contender(PostgresBackend backend, String election) {
        return backend.contend(new ContenderSettings(election, "me", 0, "", new IgnoredSignals()));
    }
}
