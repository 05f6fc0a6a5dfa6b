package dev.baton.node.database;

import dev.baton.node.job.Job;
import dev.baton.support.json.Json;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The table of events. */
final class EventTable {

    private EventTable() {}

    static void addJob(SqlStatements sql, Job job) throws SQLException {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("id", job.id());
        data.put("name", job.spec().name());
        data.put("state", job.state().code());
        data.put("job_epoch", job.jobEpoch());
        data.put("leader_epoch", job.leaderEpoch());
        data.put("attempt", job.attempt());
        job.agent().ifPresent(agent -> data.put("agent_name", agent));
        add(sql, "job", data, job.leaderEpoch());
    }

    static void addAgent(SqlStatements sql, String name, String state, long leaderEpoch) throws SQLException {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("name", name);
        data.put("state", state);
        data.put("leader_epoch", leaderEpoch);
        add(sql, "agent", data, leaderEpoch);
    }

    private static void add(SqlStatements sql, String kind, Map<String, @Nullable Object> data, long leaderEpoch)
            throws SQLException {
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
