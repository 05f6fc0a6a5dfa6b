package dev.baton.fence;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A guarded transaction, as its database knows it afterwards.
 *
 * @param transaction the server's number of it, or one of the two below
 */
record TransactionTicket(long transaction) {
    /** Its commit was never asked for, so that it cannot have happened. */
    static final TransactionTicket UNUSED = new TransactionTicket(-1);

    /** Nobody can be asked what became of it. */
    static final TransactionTicket ANONYMOUS = new TransactionTicket(0);

    /** Whether it is certain that it was not committed. */
    boolean isUndone(Connection connection) throws SQLException {
        if (transaction <= 0) {
            return equals(UNUSED);
        }
        try (PreparedStatement statement = connection.prepareStatement("SELECT txid_status(?)")) {
            statement.setLong(1, transaction);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && "aborted".equals(row.getString(1));
            }
        }
    }
}
