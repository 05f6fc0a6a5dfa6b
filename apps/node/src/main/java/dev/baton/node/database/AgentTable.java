package dev.baton.node.database;

import dev.baton.node.job.Labels;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The table of agents. Every change of a state or of labels is an event. */
final class AgentTable {

    private AgentTable() {}

    /**
     * Records that an agent is present; a deleted or vanished agent becomes active again.
     *
     * @param labels if empty, they stay as they are
     */
    static void recordSeen(SqlStatements sql, String name, Optional<Labels> labels, long leaderEpoch)
            throws SQLException {
        for (SqlChange change : seen(name, labels, leaderEpoch)) {
            sql.update(change);
        }
    }

    /** Returns what {@link #recordSeen} does. */
    static List<SqlChange> seen(String name, Optional<Labels> labels, long leaderEpoch) {
        String text = labels.map(Labels::text).orElse(null);
        String isNew = "NOT EXISTS (SELECT 1 FROM baton_agents WHERE name = ? AND state = 'active'"
                + " AND coalesce(labels, '') = coalesce(?, labels, ''))";
        String upsert = "INSERT INTO baton_agents (name, state, first_seen_ms, last_seen_ms, leader_epoch, labels)"
                + " VALUES (?, 'active', {now}, {now}, ?, ?) ON CONFLICT (name) DO UPDATE SET state = 'active',"
                + " last_seen_ms = excluded.last_seen_ms, leader_epoch = excluded.leader_epoch,"
                + " labels = coalesce(excluded.labels, baton_agents.labels)";
        return List.of(
                EventTable.ofAgentIf(isNew, Arrays.asList(name, text), name, AgentState.ACTIVE, leaderEpoch),
                SqlChange.of(upsert, name, leaderEpoch, text));
    }

    /** Records a contact without effect on the state: the agent was refused, or repeated a request. */
    static void touch(SqlStatements sql, String name, long leaderEpoch) throws SQLException {
        sql.update("UPDATE baton_agents SET last_seen_ms = {now}, leader_epoch = ? WHERE name = ?", leaderEpoch, name);
    }

    /** Records a contact of an agent, unless it was deleted or vanished since; returns false then. */
    static boolean touchActive(SqlStatements sql, String name, long leaderEpoch) throws SQLException {
        String update =
                "UPDATE baton_agents SET last_seen_ms = {now}, leader_epoch = ? WHERE name = ? AND state = 'active'";
        return sql.update(update, leaderEpoch, name) > 0;
    }

    /** Marks an agent as deleted. Returns false if there is no such agent. */
    static boolean markDeleted(SqlStatements sql, String name, long leaderEpoch) throws SQLException {
        String update = "UPDATE baton_agents SET state = 'deleted', leader_epoch = ? WHERE name = ?";
        if (sql.update(update, leaderEpoch, name) == 0) {
            return false;
        }
        EventTable.addAgent(sql, name, AgentState.DELETED, leaderEpoch);
        return true;
    }

    /** Marks agents without a lease that were not seen for so long. Returns their names. */
    static List<String> markVanished(SqlStatements sql, long silenceMillis, long leaderEpoch) throws SQLException {
        String update = "UPDATE baton_agents SET state = 'vanished', leader_epoch = ? WHERE state = 'active'"
                + " AND last_seen_ms < {now} - ? AND NOT EXISTS (SELECT 1 FROM baton_job_leases l"
                + " WHERE l.agent = baton_agents.name AND l.ended IS NULL) RETURNING name";
        List<String> names = sql.rows(update, row -> row.getString(1), leaderEpoch, silenceMillis);
        for (String name : names) {
            EventTable.addAgent(sql, name, AgentState.VANISHED, leaderEpoch);
        }
        return names;
    }

    /** Marks an active agent that has said goodbye. */
    static void markLeft(SqlStatements sql, String name, long leaderEpoch) throws SQLException {
        String update = "UPDATE baton_agents SET state = 'vanished', last_seen_ms = {now}, leader_epoch = ?"
                + " WHERE name = ? AND state = 'active'";
        if (sql.update(update, leaderEpoch, name) > 0) {
            EventTable.addAgent(sql, name, AgentState.VANISHED, leaderEpoch);
        }
    }

    static Map<AgentState, Long> counts(SqlStatements sql) throws SQLException {
        Map<AgentState, Long> counts = new EnumMap<>(AgentState.class);
        String grouped = "SELECT state, count(*) FROM baton_agents GROUP BY state";
        sql.rows(grouped, row -> Map.entry(AgentState.of(row.getString(1)), row.getLong(2)))
                .forEach(count -> counts.put(count.getKey(), count.getValue()));
        return counts;
    }

    static List<AgentRecord> all(SqlStatements sql) throws SQLException {
        return sql.rows(
                "SELECT name, state, coalesce(labels, '') AS labels, first_seen_ms, last_seen_ms, leader_epoch,"
                        + " (SELECT count(*) FROM baton_job_leases l WHERE l.agent = a.name AND l.ended IS NULL)"
                        + " AS leases FROM baton_agents a ORDER BY name",
                row -> new AgentRecord(
                        row.getString("name"),
                        AgentState.of(row.getString("state")),
                        Labels.ofText(row.getString("labels")),
                        row.getLong("first_seen_ms"),
                        row.getLong("last_seen_ms"),
                        row.getLong("leader_epoch"),
                        row.getInt("leases")));
    }
}
