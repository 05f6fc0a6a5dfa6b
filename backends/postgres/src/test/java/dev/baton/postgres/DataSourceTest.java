package dev.baton.postgres;

import static dev.baton.postgres.PostgresFixture.ELECTION;
import static dev.baton.postgres.PostgresFixture.await;
import static dev.baton.postgres.PostgresFixture.awaitEpoch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.ContenderSettings;
import dev.baton.testkit.IgnoredSignals;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGPoolingDataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.ds.common.BaseDataSource;

/** Elections through the application's own {@code DataSource}, whose sockets cannot be watched. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class DataSourceTest {
    private static final PostgresOptions OPTIONS = PostgresOptions.defaults().withPatience(Duration.ofSeconds(3));

    private static <T extends BaseDataSource> T at(PostgresFixture fixture, T source) {
        source.setServerNames(new String[] {"localhost"});
        source.setPortNumbers(new int[] {fixture.store.server().port()});
        source.setDatabaseName(fixture.store.database());
        source.setUser("postgres");
        return source;
    }

    private static Candidate candidate(Baton baton, String instanceId) {
        return baton.election(ELECTION)
                .candidate(PostgresFixture.settings(instanceId)
                        .retry(context -> Optional.of(Duration.ofHours(1)))
                        .build());
    }

    @Test // PG-8
    void electsFailsOverAndReleasesThroughPlainDataSource() {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Baton one = connect(at(fixture, new PGSimpleDataSource()));
                Baton two = connect(at(fixture, new PGSimpleDataSource()))) {
            Candidate first = candidate(one, "first");
            first.start();
            long epoch = awaitEpoch(first);
            Candidate second = candidate(two, "second");
            List<CandidateEvent> events = PostgresFixture.events(second);
            second.start();
            await("the attempt failed", () -> events.stream().anyMatch(CandidateEvent.AcquireFailed.class::isInstance));

            assertThat(first.stepDown(Duration.ofSeconds(5))).isTrue();
            long released = awaitEpoch(second);
            assertThat(released).isGreaterThan(epoch);

            assertThat(fixture.terminate("lock")).isGreaterThan(0);
            await(
                    "a candidate leads with a higher epoch",
                    () -> List.of(first, second).stream()
                            .flatMap(candidate -> candidate.leadership().stream())
                            .anyMatch(leadership -> leadership.isValid() && leadership.epoch() > released));
        }
    }

    private static Baton connect(DataSource source) {
        return Baton.builder().backend(PostgresElections.using(source, OPTIONS)).connect();
    }

    @Test // PG-8
    void describesDatabaseOfDriverDataSource() {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Backend backend = PostgresElections.using(at(fixture, new PGSimpleDataSource()), OPTIONS)
                        .open(BatonClock.system())) {
            assertThat(backend.describe())
                    .isEqualTo("postgres://postgres@localhost:"
                            + fixture.store.server().port() + "/" + fixture.store.database());
        }
    }

    @Test // PG-8
    @SuppressWarnings("deprecation") // The driver's pool is the only one on the class path.
    void endsSessionsOfPoolInsteadOfReturningThemWithLocks() {
        try (PostgresFixture fixture = PostgresFixture.onNewest()) {
            PGPoolingDataSource pool = at(fixture, new PGPoolingDataSource());
            pool.setDataSourceName(fixture.store.database());
            try {
                try (Backend backend = PostgresElections.using(pool, OPTIONS).open(BatonClock.system())) {
                    assertThat(attempt(backend)).isInstanceOf(AcquireOutcome.Won.class);
                    assertThat(fixture.electionLocks()).isEqualTo(1);
                }
                await("all sessions ended", () -> fixture.sessions("") == 0);
                assertThat(fixture.electionLocks()).isZero();
            } finally {
                pool.close();
            }
        }
    }

    @Test // PG-8
    void refusesDataSourceThatReturnsOneSessionTwice() throws Exception {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Connection shared = fixture.connectPlainSession()) {
            AtomicInteger calls = new AtomicInteger();
            DataSource single = (DataSource) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                        calls.incrementAndGet();
                        return shared;
                    });
            try (Backend backend = PostgresElections.using(use -> single.getConnection(), OPTIONS)
                    .open(BatonClock.system())) {
                assertThat(((AcquireOutcome.Unknown) attempt(backend)).cause())
                        .hasMessageContaining("two connections are served by one server process");
                assertThat(calls.get()).isGreaterThan(1);
            }
        }
    }

    private static AcquireOutcome attempt(Backend backend) {
        return backend.contend(new ContenderSettings(ELECTION, "me", 0, "", new IgnoredSignals()))
                .acquire(0)
                .toCompletableFuture()
                .join();
    }
}
