package dev.baton.lab.node;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.lab.ConcurrentClients;
import dev.baton.lab.lease.LabDatabase;
import dev.baton.lab.postgres.LabServer;
import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/** The statements that a controller runs for a job, including the guard, on a connection pool of the same size. */
final class BareJobStatements implements AutoCloseable {
    private static final String GUARD = "UPDATE baton_fence SET epoch = ? WHERE election = ? AND epoch <= ?";
    private static final String EVENT =
            "INSERT INTO baton_job_events (kind, data, leader_epoch, at_ms) VALUES ('job', ?, ?, {now})";
    private static final String DATA = "{\"id\":\"00000000-0000-0000-0000-000000000000\",\"name\":\"lab\","
            + "\"state\":\"queued\",\"job_epoch\":1,\"leader_epoch\":1,\"attempt\":0}";

    private final HikariDataSource pool;
    private final String now;
    private final ConcurrentClients clients = new ConcurrentClients(HttpJobClients.CLIENTS);

    BareJobStatements(LabDatabase database) {
        String mode = database.isPostgres() ? "" : "&transaction_mode=IMMEDIATE";
        pool = LabServer.pool(database.jdbcUrl() + mode, HttpJobClients.CLIENTS);
        now = database.now();
    }

    private <T> T guarded(LabServer.TransactionBody<T> body) throws SQLException {
        return LabServer.inTransaction(pool, connection -> {
            update(connection, GUARD, 1_000_000L, "bare", 1_000_000L);
            T result = body.run(connection);
            update(connection, EVENT, DATA, 1L);
            return result;
        });
    }

    double submit(int jobs) throws Exception {
        try (Connection connection = pool.getConnection()) {
            update(connection, "INSERT INTO baton_fence (election, epoch) VALUES ('bare', 1) ON CONFLICT DO NOTHING");
        }
        return clients.run(
                jobs,
                () -> guarded(connection -> lastValue(
                        connection,
                        "INSERT INTO baton_jobs (id, name, payload, timeout_ms, priority, state, job_epoch,"
                                + " leader_epoch, attempt, created_ms, updated_ms) VALUES (?, 'lab', '{\"n\":1}', 3600000,"
                                + " 0, 'queued', 1, 1, 0, {now}, {now}) ON CONFLICT (idem_key) DO NOTHING RETURNING id",
                        UUID.randomUUID().toString())));
    }

    double work(int jobs) throws Exception {
        return clients.run(jobs, () -> {
            String lease = UUID.randomUUID().toString();
            guarded(connection -> {
                String job = lastValue(
                        connection,
                        "UPDATE baton_jobs SET state = 'leased', lease_id = ?, agent = 'w', attempt = attempt + 1,"
                                + " leader_epoch = 1, updated_ms = {now} WHERE seq = (SELECT seq FROM baton_jobs WHERE"
                                + " state = 'queued' ORDER BY priority DESC, seq LIMIT 1) RETURNING id",
                        lease);
                update(
                        connection,
                        "INSERT INTO baton_agents (name, state, first_seen_ms, last_seen_ms, leader_epoch) VALUES"
                                + " ('w', 'active', {now}, {now}, 1) ON CONFLICT (name) DO UPDATE SET"
                                + " last_seen_ms = excluded.last_seen_ms");
                return lastValue(
                        connection,
                        "INSERT INTO baton_job_leases (id, job_id, job_epoch, agent, granted_epoch, ttl_ms, deadline_ms,"
                                + " leader_epoch) VALUES (?, ?, 1, 'w', 1, 30000, {now}, 1) RETURNING id",
                        lease,
                        job);
            });
            return guarded(connection -> {
                String job = lastValue(connection, "SELECT job_id FROM baton_job_leases WHERE id = ?", lease);
                lastValue(connection, "SELECT id FROM baton_jobs WHERE id = ?", job);
                update(
                        connection,
                        "UPDATE baton_job_leases SET ended = 'succeeded', leader_epoch = 1 WHERE id = ?",
                        lease);
                update(
                        connection,
                        "UPDATE baton_jobs SET exit_code = NULL, output = NULL, updated_ms = {now} WHERE id = ?",
                        job);
                return lastValue(
                        connection,
                        "UPDATE baton_jobs SET state = 'succeeded', job_epoch = 1, leader_epoch = 1, lease_id = NULL,"
                                + " updated_ms = {now} WHERE id = ? RETURNING id",
                        job);
            });
        });
    }

    private void update(Connection connection, String sql, Object... parameters) throws SQLException {
        SqlQuery.of(connection, sql.replace("{now}", now), parameters).update();
    }

    /** Returns the first column of the last row. */
    private String lastValue(Connection connection, String sql, Object... parameters) throws SQLException {
        List<String> values =
                SqlQuery.of(connection, sql.replace("{now}", now), parameters).all(row -> row.getString(1));
        return values.isEmpty() ? "" : values.get(values.size() - 1);
    }

    @Override
    public void close() {
        clients.close();
        pool.close();
    }
}
