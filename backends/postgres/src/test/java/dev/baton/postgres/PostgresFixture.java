package dev.baton.postgres;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.internal.runtime.BatonRuntime;
import dev.baton.internal.runtime.RuntimeEnvironment;
import dev.baton.spi.Backend;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

/** One test's database and the candidates on it, each as if in its own process. */
final class PostgresFixture implements AutoCloseable {
    static final String ELECTION = "stage";

    final PostgresContractStore store;
    private final List<Baton> connections = new ArrayList<>();

    PostgresFixture(PostgresTestServer server, String parameters) {
        store = new PostgresContractStore(server, parameters);
    }

    /** Returns a fixture on the newest server, with a patience of three seconds. */
    static PostgresFixture onNewest() {
        return new PostgresFixture(TestServers.newest(), "patience=3s");
    }

    /** Opens a backend that counts as a process of its own. */
    static PostgresBackend openAsOwnProcess(String url, Map<String, String> environment, BatonClock clock) {
        PostgresUrl parsed = PostgresUrl.parse(url, environment);
        return PostgresBackend.open(
                new DriverConnections(parsed), parsed.options(), clock, ConcurrentHashMap.newKeySet());
    }

    Backend open() {
        return store.open(BatonClock.system());
    }

    Connection connectPlainSession() throws SQLException {
        return store.server().connect(store.database());
    }

    long number(String sql) {
        return store.server().number(store.database(), sql);
    }

    void run(String sql) {
        store.server().run(store.database(), sql);
    }

    /** Returns the number of election locks that are held in this database. */
    long electionLocks() {
        return number("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted"
                + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())");
    }

    Baton connect() {
        return over(open());
    }

    /** Connects without the proxy. */
    Baton connectDirectly() {
        return over(openAsOwnProcess(store.directUrl(), Map.of(), BatonClock.system()));
    }

    Baton over(Backend backend) {
        Baton baton = BatonRuntime.over(RuntimeEnvironment.real(BatonClock.system()), clock -> backend);
        connections.add(baton);
        return baton;
    }

    Candidate candidate(CandidateSettingsBuilder settings) {
        return connect().election(ELECTION).candidate(settings.build());
    }

    Candidate candidate(String instanceId) {
        return candidate(settings(instanceId));
    }

    static CandidateSettingsBuilder settings(String instanceId) {
        return CandidateSettings.builder()
                .instanceId(instanceId)
                .validity(Duration.ofSeconds(2))
                .reacquireDelay(Duration.ofMillis(500))
                .retry(context -> Optional.of(Duration.ofMillis(200)));
    }

    /** Collects all events of the candidate, in order. */
    static List<CandidateEvent> events(Candidate candidate) {
        List<CandidateEvent> events = new CopyOnWriteArrayList<>();
        candidate.listen(event -> {
            events.add(event);
            return CompletableFuture.completedFuture(true);
        });
        return events;
    }

    static void await(String what, BooleanSupplier condition) {
        Awaitility.await(what)
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(5))
                .pollDelay(Duration.ZERO)
                .until(condition::getAsBoolean);
    }

    static long awaitEpoch(Candidate candidate) {
        await(candidate.instanceId() + " leads", candidate::isLeader);
        return candidate.leadership().map(leadership -> leadership.epoch()).orElse(0L);
    }

    /** Returns the number of Baton's sessions on this database, by the start of their use. */
    long sessions(String use) {
        return number("SELECT count(*) FROM pg_stat_activity WHERE datname = '" + store.database()
                + "' AND application_name LIKE 'baton " + use + "%'");
    }

    long terminate(String use) {
        return store.server().terminate(store.database(), "baton " + use);
    }

    @Override
    public void close() {
        store.repair();
        Collections.reverse(connections);
        connections.forEach(Baton::close);
        store.close();
    }
}
