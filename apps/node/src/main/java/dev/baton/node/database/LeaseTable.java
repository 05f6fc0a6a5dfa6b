package dev.baton.node.database;

import dev.baton.node.database.TermWriter.Grant;
import dev.baton.node.job.Job;
import dev.baton.node.job.JobLease;
import dev.baton.node.job.LeaseEnd;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The table of leases. Ended leases stay, so that a repeated result is recognised. */
final class LeaseTable {
    private static final String COLUMNS = "id, job_id, job_epoch, agent, granted_epoch, ttl_ms, deadline_ms, ended";
    private static final String SELECT = "SELECT " + COLUMNS + " FROM baton_job_leases WHERE ";

    /** Both tables have columns of the same name. */
    private static final String PREFIX = "held_";

    private static final String WITH_JOB = "SELECT " + qualified("j", JobTable.COLUMNS, "") + ", "
            + qualified("l", COLUMNS, PREFIX)
            + " FROM baton_job_leases l JOIN baton_jobs j ON j.id = l.job_id WHERE l.id = ?";

    /** Begins with a character that ids of jobs never have. */
    private static final String PROBE = "/probe";

    /** More than a page of any database. */
    private static final int PROBE_BYTES = 32 * 1024;

    private LeaseTable() {}

    private static String qualified(String table, String columns, String prefix) {
        return Stream.of(columns.split(", "))
                .map(column -> table + "." + column + " AS " + prefix + column)
                .collect(Collectors.joining(", "));
    }

    static JobLease read(ResultSet row) throws SQLException {
        return read(row, "");
    }

    private static JobLease read(ResultSet row, String prefix) throws SQLException {
        return new JobLease(
                row.getString(prefix + "id"),
                row.getString(prefix + "job_id"),
                row.getLong(prefix + "job_epoch"),
                row.getString(prefix + "agent"),
                row.getLong(prefix + "granted_epoch"),
                Duration.ofMillis(row.getLong(prefix + "ttl_ms")),
                row.getLong(prefix + "deadline_ms"),
                Optional.ofNullable(row.getString(prefix + "ended")).map(LeaseEnd::of));
    }

    /** Returns a lease and its job. */
    static Optional<Grant> withJob(SqlStatements sql, String id) throws SQLException {
        return sql.row(WITH_JOB, row -> new Grant(read(row, PREFIX), JobTable.read(row)), id);
    }

    /** Returns the addition of a lease, which has the lease as its row. */
    static SqlChange addition(String id, Job job, String agent, Duration ttl, long leaderEpoch) {
        String insert =
                "INSERT INTO baton_job_leases (id, job_id, job_epoch, agent, granted_epoch, ttl_ms, deadline_ms,"
                        + " leader_epoch) VALUES (?, ?, ?, ?, ?, ?, {now} + ?, ?) RETURNING " + COLUMNS;
        long millis = ttl.toMillis();
        return SqlChange.of(insert, id, job.id(), job.jobEpoch(), agent, leaderEpoch, millis, millis, leaderEpoch);
    }

    /** Inserts an ended lease of no job that needs pages of its own, as a job does. */
    static boolean insertProbe(SqlStatements sql, long leaderEpoch) throws SQLException {
        String insert =
                "INSERT INTO baton_job_leases (id, job_id, job_epoch, agent, granted_epoch, ttl_ms, deadline_ms,"
                        + " ended, leader_epoch) VALUES (?, ?, 0, ?, ?, 0, {now}, ?, ?)";
        String id = PROBE + UUID.randomUUID();
        sql.update(insert, id, PROBE, filler(), leaderEpoch, LeaseEnd.EXPIRED.code(), leaderEpoch);
        return true;
    }

    /** Deletes all probes; a leader that died may have left one. */
    static boolean deleteProbes(SqlStatements sql) throws SQLException {
        sql.update("DELETE FROM baton_job_leases WHERE job_id = ?", PROBE);
        return true;
    }

    /** Returns a text that databases cannot compress much. */
    private static String filler() {
        byte[] random = new byte[PROBE_BYTES / 2];
        ThreadLocalRandom.current().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    static Optional<JobLease> byId(SqlStatements sql, String id) throws SQLException {
        return sql.row(SELECT + "id = ?", LeaseTable::read, id);
    }

    static List<JobLease> current(SqlStatements sql) throws SQLException {
        return sql.rows(SELECT + "ended IS NULL", LeaseTable::read);
    }

    static long count(SqlStatements sql) throws SQLException {
        return sql.row("SELECT count(*) FROM baton_job_leases WHERE ended IS NULL", row -> row.getLong(1))
                .orElseThrow();
    }

    static List<JobLease> currentOf(SqlStatements sql, String agent) throws SQLException {
        return sql.rows(SELECT + "ended IS NULL AND agent = ?", LeaseTable::read, agent);
    }

    static JobLease renew(SqlStatements sql, JobLease lease, long leaderEpoch) throws SQLException {
        String update = "UPDATE baton_job_leases SET deadline_ms = {now} + ttl_ms, leader_epoch = ? WHERE id = ?"
                + " RETURNING " + COLUMNS;
        return sql.row(update, LeaseTable::read, leaderEpoch, lease.id()).orElseThrow();
    }

    /** Returns the end of a lease, unless it has ended before. */
    static SqlChange end(String id, LeaseEnd end, long leaderEpoch) {
        String update = "UPDATE baton_job_leases SET ended = ?, leader_epoch = ? WHERE id = ? AND ended IS NULL";
        return SqlChange.of(update, end.code(), leaderEpoch, id);
    }
}
