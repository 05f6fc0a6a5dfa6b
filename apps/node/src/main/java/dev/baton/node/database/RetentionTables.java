package dev.baton.node.database;

import java.sql.SQLException;
import java.util.List;

/**
 * Removes what is no longer needed. Idempotency keys live as long as their job; its leases at most as long. A job that has
 * not ended, a current lease, the latest term, and an agent with a lease always stay.
 */
final class RetentionTables {
    private static final int JOBS = 100;
    private static final int ROWS = 500;

    private RetentionTables() {}

    private record DatedRow(long id, boolean old) {}

    static void deleteJob(SqlStatements sql, String id) throws SQLException {
        sql.update("DELETE FROM baton_job_leases WHERE job_id = ?", id);
        sql.update("DELETE FROM baton_jobs WHERE id = ?", id);
    }

    /** Removes a batch by the clock of the database. Returns whether there may be more. */
    static boolean removeBatch(SqlStatements sql, long ageMillis, long leaderEpoch) throws SQLException {
        String ended = "SELECT id FROM baton_jobs WHERE state NOT IN ('queued', 'leased') AND updated_ms < {now} - ?"
                + " ORDER BY updated_ms LIMIT ?";
        List<String> jobs = sql.rows(ended, row -> row.getString(1), ageMillis, JOBS);
        for (String job : jobs) {
            deleteJob(sql, job);
        }
        int events = removeEvents(sql, ageMillis);
        // A job that has not ended can have many of them.
        int leases = sql.update(
                "DELETE FROM baton_job_leases WHERE id IN (SELECT id FROM baton_job_leases WHERE ended IS NOT NULL"
                        + " AND deadline_ms < {now} - ? ORDER BY deadline_ms LIMIT ?)",
                ageMillis,
                ROWS);
        sql.update("DELETE FROM baton_terms WHERE since_ms < {now} - ? AND leader_epoch < ?", ageMillis, leaderEpoch);
        sql.update(
                "DELETE FROM baton_agents WHERE last_seen_ms < {now} - ? AND NOT EXISTS (SELECT 1 FROM"
                        + " baton_job_leases l WHERE l.agent = baton_agents.name AND l.ended IS NULL)",
                ageMillis);
        return jobs.size() == JOBS || events == ROWS || leases == ROWS;
    }

    /** Removes the oldest events up to the first one that is younger. */
    private static int removeEvents(SqlStatements sql, long ageMillis) throws SQLException {
        String oldest =
                "SELECT id, CASE WHEN at_ms < {now} - ? THEN 1 ELSE 0 END FROM baton_job_events ORDER BY id LIMIT ?";
        long last = 0;
        for (DatedRow row :
                sql.rows(oldest, row -> new DatedRow(row.getLong(1), row.getInt(2) == 1), ageMillis, ROWS)) {
            if (!row.old()) {
                break;
            }
            last = row.id();
        }
        return last == 0 ? 0 : sql.update("DELETE FROM baton_job_events WHERE id <= ?", last);
    }
}
