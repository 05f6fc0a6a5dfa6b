package dev.baton.node.database;

import dev.baton.node.job.Job;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonObject;
import java.sql.SQLException;
import java.util.List;

/** The table of events. */
final class EventTable {

    private EventTable() {}

    static void addJob(SqlStatements sql, Job job) throws SQLException {
        addJob(sql, job, job.state().code(), job.leaderEpoch());
    }

    static void addDeletedJob(SqlStatements sql, Job job, long leaderEpoch) throws SQLException {
        addJob(sql, job, "deleted", leaderEpoch);
    }

    private static void addJob(SqlStatements sql, Job job, String state, long leaderEpoch) throws SQLException {
        JsonObject data = new JsonObject()
                .with("id", job.id())
                .with("name", job.spec().name())
                .with("state", state)
                .with("job_epoch", job.jobEpoch())
                .with("leader_epoch", leaderEpoch)
                .with("attempt", job.attempt());
        job.agent().ifPresent(agent -> data.put("agent_name", agent));
        add(sql, "job", data, leaderEpoch);
    }

    static void addAgent(SqlStatements sql, String name, AgentState state, long leaderEpoch) throws SQLException {
        JsonObject data =
                new JsonObject().with("name", name).with("state", state.code()).with("leader_epoch", leaderEpoch);
        add(sql, "agent", data, leaderEpoch);
    }

    private static void add(SqlStatements sql, String kind, JsonObject data, long leaderEpoch) throws SQLException {
        String insert = "INSERT INTO baton_job_events (kind, data, leader_epoch, at_ms) VALUES (?, ?, ?, {now})";
        sql.update(insert, kind, Json.write(data), leaderEpoch);
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
