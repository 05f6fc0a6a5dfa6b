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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

/** One test's database and the candidates on it, each as if in a process of its own. */
final class Stage implements AutoCloseable {
    static final String ELECTION = "stage";

    final PostgresContractStore store;
    private final List<Baton> cast = new ArrayList<>();

    Stage(PostgresTestServer server, String parameters) {
        store = new PostgresContractStore(server, parameters);
    }

    /** On the newest server, with a patience of three seconds. */
    static Stage usual() {
        return new Stage(TestServers.newest(), "patience=3s");
    }

    Baton connect() {
        return over(store.open(BatonClock.system()));
    }

    /** Not through the proxy. */
    Baton connectDirectly() {
        return over(PostgresBackend.open(
                PostgresUrl.parse(store.directUrl(), Map.of()), BatonClock.system(), new LocalLivenessKeys()));
    }

    Baton over(Backend backend) {
        Baton baton = BatonRuntime.over(RuntimeEnvironment.real(BatonClock.system()), clock -> backend);
        cast.add(baton);
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

    /** Everything that this candidate is told, in order. */
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

    /** Sessions of Baton on this database, by the start of their name. */
    long sessions(String application) {
        return store.server()
                .number(
                        store.database(),
                        "SELECT count(*) FROM pg_stat_activity WHERE datname = '" + store.database()
                                + "' AND application_name LIKE 'baton " + application + "%'");
    }

    long terminate(String application) {
        return store.server().terminate(store.database(), "baton " + application);
    }

    @Override
    public void close() {
        store.repair();
        Collections.reverse(cast);
        cast.forEach(Baton::close);
        store.close();
    }
}
