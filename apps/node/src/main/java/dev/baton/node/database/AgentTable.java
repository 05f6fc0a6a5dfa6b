package dev.baton.node.database;

import java.sql.SQLException;
import java.util.List;

/** The table of agents. */
final class AgentTable {

    private AgentTable() {}

    /** Records that an agent is present; a deleted agent becomes active again. */
    static void recordSeen(SqlStatements sql, String name, long leaderEpoch) throws SQLException {
        String upsert = "INSERT INTO baton_agents (name, state, first_seen_ms, last_seen_ms, leader_epoch)"
                + " VALUES (?, 'active', {now}, {now}, ?) ON CONFLICT (name) DO UPDATE SET state = 'active',"
                + " last_seen_ms = excluded.last_seen_ms, leader_epoch = excluded.leader_epoch";
        sql.update(upsert, name, leaderEpoch);
    }

    /** Marks an agent as deleted. Returns false if there is no such agent. */
    static boolean markDeleted(SqlStatements sql, String name, long leaderEpoch) throws SQLException {
        String update = "UPDATE baton_agents SET state = 'deleted', leader_epoch = ? WHERE name = ?";
        return sql.update(update, leaderEpoch, name) > 0;
    }

    static List<AgentRecord> all(SqlStatements sql) throws SQLException {
        return sql.rows(
                "SELECT name, state, first_seen_ms, last_seen_ms, leader_epoch, (SELECT count(*) FROM baton_job_leases l"
                        + " WHERE l.agent = a.name AND l.ended IS NULL) AS leases FROM baton_agents a ORDER BY name",
                row -> new AgentRecord(
                        row.getString("name"),
                        row.getString("state").equals("deleted"),
                        row.getLong("first_seen_ms"),
                        row.getLong("last_seen_ms"),
                        row.getLong("leader_epoch"),
                        row.getInt("leases")));
    }
}
