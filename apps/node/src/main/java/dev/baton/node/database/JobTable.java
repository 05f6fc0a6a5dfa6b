package dev.baton.node.database;

import dev.baton.node.job.Job;
import dev.baton.node.job.JobOutput;
import dev.baton.node.job.JobSpec;
import dev.baton.node.job.JobState;
import dev.baton.node.job.JobTransition;
import dev.baton.node.job.Labels;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFormat;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The table of jobs. */
final class JobTable {
    /** The columns of a {@link JobSpec}. */
    private static final String SPEC = "name, payload, command, timeout_ms, max_attempts, priority, requires";

    static final String COLUMNS = "id, " + SPEC + ", state, job_epoch, leader_epoch, attempt, lease_id, agent,"
            + " exit_code, output, output_bytes, created_ms, updated_ms";
    private static final String SELECT = "SELECT " + COLUMNS + " FROM baton_jobs WHERE ";

    private JobTable() {}

    static Job read(ResultSet row) throws SQLException {
        return new Job(
                row.getString("id"),
                new JobSpec(
                        row.getString("name"),
                        Optional.ofNullable(row.getString("payload")),
                        words(row.getString("command")),
                        Duration.ofMillis(row.getLong("timeout_ms")),
                        number(row, "max_attempts"),
                        row.getInt("priority"),
                        Optional.ofNullable(row.getString("requires"))
                                .map(Labels::ofText)
                                .orElse(Labels.NONE)),
                JobState.of(row.getString("state")).orElseThrow(),
                row.getLong("job_epoch"),
                row.getLong("leader_epoch"),
                row.getInt("attempt"),
                Optional.ofNullable(row.getString("lease_id")),
                Optional.ofNullable(row.getString("agent")),
                number(row, "exit_code"),
                output(row),
                row.getLong("created_ms"),
                row.getLong("updated_ms"));
    }

    private static Optional<JobOutput> output(ResultSet row) throws SQLException {
        String end = row.getString("output");
        long bytes = row.getLong("output_bytes");
        Optional<Long> counted = row.wasNull() ? Optional.empty() : Optional.of(bytes);
        return Optional.ofNullable(end).map(text -> new JobOutput(text, counted));
    }

    private static Optional<Integer> number(ResultSet row, String column) throws SQLException {
        int number = row.getInt(column);
        return row.wasNull() ? Optional.empty() : Optional.of(number);
    }

    private static List<String> words(@Nullable String json) {
        return json != null && Json.parse(json, JsonFormat.ofAnyLength()) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** Inserts a job; empty if there is a job with this key. */
    static Optional<Job> insert(
            SqlStatements sql, String id, JobSpec spec, Optional<IdempotencyKey> key, long leaderEpoch)
            throws SQLException {
        return sql.row(
                "INSERT INTO baton_jobs (id, " + SPEC + ", state,"
                        + " job_epoch, leader_epoch, attempt, created_ms, updated_ms, idem_key, idem_print)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'queued', 1, ?, 0, {now}, {now}, ?, ?)"
                        + " ON CONFLICT (idem_key) DO NOTHING RETURNING " + COLUMNS,
                JobTable::read,
                id,
                spec.name(),
                spec.payload().orElse(null),
                spec.command().isEmpty() ? null : Json.write(spec.command()),
                spec.timeout().toMillis(),
                spec.maxAttempts().orElse(null),
                spec.priority(),
                spec.requires().isEmpty() ? null : spec.requires().text(),
                leaderEpoch,
                key.map(IdempotencyKey::key).orElse(null),
                key.map(IdempotencyKey::fingerprint).orElse(null));
    }

    /** Returns the job that the same request with this key created. */
    static Optional<Job> byKey(SqlStatements sql, IdempotencyKey key) throws SQLException {
        return sql.row(
                SELECT + "idem_key = ? AND idem_print IN (?, ?)",
                JobTable::read,
                key.key(),
                key.fingerprint(),
                key.earlierFingerprint());
    }

    static Optional<Job> byId(SqlStatements sql, String id) throws SQLException {
        return sql.row(SELECT + "id = ?", JobTable::read, id);
    }

    /** Returns how many jobs are in each state that has any. */
    static Map<JobState, Long> counts(SqlStatements sql) throws SQLException {
        Map<JobState, Long> counts = new EnumMap<>(JobState.class);
        String grouped = "SELECT state, count(*) FROM baton_jobs GROUP BY state";
        sql.rows(grouped, row -> Map.entry(JobState.of(row.getString(1)).orElseThrow(), row.getLong(2)))
                .forEach(count -> counts.put(count.getKey(), count.getValue()));
        return counts;
    }

    static boolean anyQueued(SqlStatements sql, JobFilter filter) throws SQLException {
        String first = "SELECT 1 FROM baton_jobs WHERE state = 'queued' AND " + filter.condition() + " LIMIT 1";
        return sql.row(first, row -> true, filter.parameters().toArray()).isPresent();
    }

    /** Leases the first queued job: the highest priority, then the oldest. */
    static Optional<Job> leaseFirst(SqlStatements sql, String leaseId, String agent, JobFilter filter, long leaderEpoch)
            throws SQLException {
        String update = "UPDATE baton_jobs SET state = 'leased', lease_id = ?, agent = ?, attempt = attempt + 1,"
                + " leader_epoch = ?, updated_ms = {now} WHERE seq = (SELECT seq FROM baton_jobs"
                + " WHERE state = 'queued' AND " + filter.condition()
                + " ORDER BY priority DESC, seq LIMIT 1) RETURNING " + COLUMNS;
        List<Object> values = new ArrayList<>(List.of(leaseId, agent, leaderEpoch));
        values.addAll(filter.parameters());
        return sql.row(update, JobTable::read, values.toArray());
    }

    /** Returns a change of a job's state, which has the job as its row. */
    static SqlChange change(Job job, JobTransition next, long leaderEpoch) {
        String update =
                "UPDATE baton_jobs SET state = ?, job_epoch = ?, attempt = ?, leader_epoch = ?, lease_id = NULL,"
                        + " updated_ms = {now} WHERE id = ? RETURNING " + COLUMNS;
        return SqlChange.of(update, next.state().code(), next.jobEpoch(), next.attempt(), leaderEpoch, job.id());
    }

    /** Returns a change of a job's state and result, which has the job as its row. */
    static SqlChange change(
            Job job, JobTransition next, Optional<Integer> exitCode, Optional<JobOutput> output, long leaderEpoch) {
        return SqlChange.of(
                "UPDATE baton_jobs SET state = ?, job_epoch = ?, attempt = ?, leader_epoch = ?, lease_id = NULL,"
                        + " updated_ms = {now}, exit_code = ?, output = ?, output_bytes = ? WHERE id = ? RETURNING "
                        + COLUMNS,
                next.state().code(),
                next.jobEpoch(),
                next.attempt(),
                leaderEpoch,
                exitCode.orElse(null),
                output.map(JobOutput::end).orElse(null),
                output.flatMap(JobOutput::bytes).orElse(null),
                job.id());
    }

    /** Stores the output so far of a job that runs. */
    static void setOutput(SqlStatements sql, String id, JobOutput output, long leaderEpoch) throws SQLException {
        String update = "UPDATE baton_jobs SET exit_code = NULL, output = ?, output_bytes = ?, leader_epoch = ?,"
                + " updated_ms = {now} WHERE id = ?";
        sql.update(update, output.end(), output.bytes().orElse(null), leaderEpoch, id);
    }
}
