package dev.baton.node.database;

import dev.baton.node.job.Job;
import dev.baton.node.job.JobTransition;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonObject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The table of events. */
final class EventTable {

    private EventTable() {}

    /** Returns the addition of a job's present state. */
    static SqlChange ofJob(Job job) {
        return ofJob(job, new JobTransition(job.state(), job.jobEpoch(), job.attempt()), job.leaderEpoch());
    }

    /** Returns the addition of a job's next state. */
    static SqlChange ofJob(Job job, JobTransition next, long leaderEpoch) {
        return ofJob(job, next, next.state().code(), leaderEpoch);
    }

    static SqlChange ofDeletedJob(Job job, long leaderEpoch) {
        return ofJob(job, new JobTransition(job.state(), job.jobEpoch(), job.attempt()), "deleted", leaderEpoch);
    }

    private static SqlChange ofJob(Job job, JobTransition next, String state, long leaderEpoch) {
        JsonObject data = new JsonObject()
                .with("id", job.id())
                .with("name", job.spec().name())
                .with("state", state)
                .with("job_epoch", next.jobEpoch())
                .with("leader_epoch", leaderEpoch)
                .with("attempt", next.attempt());
        job.agent().ifPresent(agent -> data.put("agent_name", agent));
        return event("job", data, leaderEpoch);
    }

    static void addAgent(SqlStatements sql, String name, AgentState state, long leaderEpoch) throws SQLException {
        sql.update(event("agent", ofAgent(name, state, leaderEpoch), leaderEpoch));
    }

    /**
     * Returns the addition of an agent's present state, on a condition.
     *
     * @param condition an SQL expression, with these parameters
     */
    static SqlChange ofAgentIf(
            String condition, List<@Nullable Object> parameters, String name, AgentState state, long leaderEpoch) {
        List<@Nullable Object> values = new ArrayList<>();
        values.add(Json.write(ofAgent(name, state, leaderEpoch)));
        values.add(leaderEpoch);
        values.addAll(parameters);
        String insert = "INSERT INTO baton_job_events (kind, data, leader_epoch, at_ms)"
                + " SELECT 'agent', ?, ?, {now} WHERE " + condition;
        return new SqlChange(insert, values);
    }

    private static JsonObject ofAgent(String name, AgentState state, long leaderEpoch) {
        return new JsonObject().with("name", name).with("state", state.code()).with("leader_epoch", leaderEpoch);
    }

    private static SqlChange event(String kind, JsonObject data, long leaderEpoch) {
        String insert = "INSERT INTO baton_job_events (kind, data, leader_epoch, at_ms) VALUES (?, ?, ?, {now})";
        return SqlChange.of(insert, kind, Json.write(data), leaderEpoch);
    }

    static List<JobEvent> after(SqlStatements sql, long id, int limit) throws SQLException {
        String page = "SELECT id, kind, data FROM baton_job_events WHERE id > ? ORDER BY id LIMIT ?";
        return sql.rows(page, row -> new JobEvent(row.getLong(1), row.getString(2), row.getString(3)), id, limit);
    }

    static long last(SqlStatements sql) throws SQLException {
        return sql.row("SELECT coalesce(max(id), 0) FROM baton_job_events", row -> row.getLong(1))
                .orElse(0L);
    }
}
