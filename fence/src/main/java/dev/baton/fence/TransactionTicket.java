package dev.baton.fence;

import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Identifies a guarded transaction, to find out later whether it was committed.
 *
 * @param transaction the server's number of the transaction, or that of one of the two constants
 */
record TransactionTicket(long transaction) {
    /** A transaction whose commit was never requested. */
    static final TransactionTicket NOT_COMMITTED = new TransactionTicket(-1);

    /** A transaction whose result cannot be found out. */
    static final TransactionTicket UNKNOWN = new TransactionTicket(0);

    /** Returns whether the transaction was certainly not committed. */
    boolean isAborted(Connection connection) throws SQLException {
        return transaction > 0
                ? SqlQuery.of(connection, "SELECT txid_status(?) = 'aborted'", transaction)
                        .isTrue()
                : equals(NOT_COMMITTED);
    }
}
