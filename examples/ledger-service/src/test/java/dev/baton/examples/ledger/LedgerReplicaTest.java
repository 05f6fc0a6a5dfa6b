package dev.baton.examples.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Leadership;
import dev.baton.fence.StaleEpochException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three replicas on one server. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LedgerReplicaTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final List<Baton> connections = new ArrayList<>();
    private final List<LedgerReplica> replicas = new ArrayList<>();
    private EmbeddedPostgres server;
    private Ledger ledger;

    @BeforeEach
    void start() throws Exception {
        server = EmbeddedPostgres.start();
        String url = "postgres://postgres@localhost:" + server.getPort() + "/postgres";
        ledger = new Ledger(ReplicaMain.dataSource(url));
        ledger.create();
        for (String id : List.of("anna", "ben", "cleo")) {
            Baton baton = Baton.connect(url);
            connections.add(baton);
            LedgerReplica replica = new LedgerReplica(baton, ledger, id, Duration.ofMillis(5), line -> {});
            replicas.add(replica);
            replica.start();
        }
    }

    @AfterEach
    void stop() throws Exception {
        replicas.forEach(LedgerReplica::close);
        connections.forEach(Baton::close);
        server.close();
    }

    private Optional<LedgerReplica> leader() {
        return replicas.stream()
                .filter(replica -> replica.candidate().isLeader())
                .findFirst();
    }

    private void awaitEntriesOf(long epochs) {
        await().atMost(TIMEOUT)
                .until(() -> ledger.entries().stream()
                                .mapToLong(Ledger.Entry::epoch)
                                .distinct()
                                .count()
                        >= epochs);
    }

    private void endSessions(String application) throws SQLException {
        try (Connection connection = ledger.database().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE '"
                    + application + "%'");
        }
    }

    @Test // PG-12, FENCE-2
    void entriesAreConsecutiveAndTenuresDoNotMix() throws Exception {
        awaitEntriesOf(1);
        endSessions("baton lock");
        awaitEntriesOf(2);
        leader().ifPresent(LedgerReplica::close);
        awaitEntriesOf(3);
        List<Ledger.Entry> entries = ledger.entries();
        assertThat(entries.stream().map(Ledger.Entry::number))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, entries.size()).boxed().toList());
        assertThat(entries.stream().map(Ledger.Entry::epoch)).isSorted();
        entries.stream()
                .map(Ledger.Entry::epoch)
                .distinct()
                .forEach(epoch -> assertThat(entries.stream()
                                .filter(entry -> entry.epoch() == epoch)
                                .map(Ledger.Entry::replica)
                                .distinct())
                        .hasSize(1));
    }

    @Test // FENCE-2
    void formerLeaderCannotWrite() throws Exception {
        await().atMost(TIMEOUT).until(() -> leader().isPresent());
        Leadership former = leader().orElseThrow().candidate().leadership().orElseThrow();
        StillLeading frozen = new StillLeading(former.election(), former.instanceId(), former.epoch());
        awaitEntriesOf(1);
        endSessions("baton lock");
        awaitEntriesOf(2);
        assertThatThrownBy(() -> ledger.append(frozen)).isInstanceOf(StaleEpochException.class);
        assertThat(ledger.entries().stream().map(Ledger.Entry::epoch)).isSorted();
    }
}
