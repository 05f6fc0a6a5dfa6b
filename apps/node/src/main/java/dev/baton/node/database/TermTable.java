package dev.baton.node.database;

import java.sql.SQLException;
import java.util.Optional;

/** The table of terms. The one with the highest leader_epoch is current. */
final class TermTable {

    private TermTable() {}

    static Optional<LeaderTerm> latest(SqlStatements sql) throws SQLException {
        return sql.row(
                "SELECT leader_epoch, node_id, url, lock_epoch FROM baton_terms ORDER BY leader_epoch DESC LIMIT 1",
                row -> new LeaderTerm(row.getLong(1), row.getString(2), row.getString(3), row.getLong(4)));
    }

    /** Inserts a term. Returns false if there is one with the same or a higher leader_epoch. */
    static boolean insert(SqlStatements sql, LeaderTerm term) throws SQLException {
        return sql.update(
                        "INSERT INTO baton_terms (leader_epoch, node_id, url, lock_epoch, since_ms)"
                                + " SELECT ?, ?, ?, ?, {now}"
                                + " WHERE NOT EXISTS (SELECT 1 FROM baton_terms WHERE leader_epoch >= ?)"
                                + " ON CONFLICT (leader_epoch) DO NOTHING",
                        term.leaderEpoch(),
                        term.nodeId(),
                        term.url(),
                        term.lockEpoch(),
                        term.leaderEpoch())
                == 1;
    }
}
