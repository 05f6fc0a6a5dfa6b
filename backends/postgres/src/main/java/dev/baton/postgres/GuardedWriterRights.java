package dev.baton.postgres;

import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The right to end a guarded transaction that blocks the next leader. A role may always end sessions of its own. From
 * PostgreSQL 17 on the guard itself limits the transaction, so that the right is needed for clients in a COPY only.
 */
record GuardedWriterRights(Connection connection, ServerFacts facts) {
    private static final int WITH_TRANSACTION_TIMEOUT = 170000;

    /** Other roles that may read epochs, and so may write under a guard. */
    private static final String WRITERS = "SELECT rolname FROM pg_roles WHERE rolcanlogin AND NOT rolsuper"
            + " AND to_regclass('baton_epochs') IS NOT NULL AND rolname <> current_user"
            + " AND has_table_privilege(oid, to_regclass('baton_epochs'), 'SELECT')"
            + " AND NOT pg_has_role(current_user, oid, 'USAGE') ORDER BY 1";

    private static final String IS_SUPERUSER = "SELECT rolsuper FROM pg_roles WHERE rolname = current_user";

    /** Membership is not enough: a role that does not inherit the right cannot use it. */
    private static final String MAY_SIGNAL = "SELECT pg_has_role(current_user, 'pg_signal_backend', 'USAGE')";

    private static final String IS_MEMBER = "SELECT pg_has_role(current_user, 'pg_signal_backend', 'MEMBER')";

    static final String GRANT = "GRANT pg_signal_backend TO <role>";

    /** For a role that is a member already. */
    private static final String INHERIT = "ALTER ROLE <role> INHERIT; REVOKE pg_signal_backend FROM <role>; " + GRANT;

    /** Describes the rights. Fails, with the statement to run, if one is missing. */
    String description() throws SQLException {
        if (SqlQuery.of(connection, IS_SUPERUSER).isTrue()) {
            return "this role may end every transaction that blocks a new leader";
        }
        if (SqlQuery.of(connection, MAY_SIGNAL).isTrue()) {
            return "this role may end transactions that block a new leader, except those of superusers";
        }
        List<String> writers = SqlQuery.of(connection, WRITERS).all(row -> row.getString(1));
        if (writers.isEmpty()) {
            return "no other role may read epochs";
        }
        if (facts.version() >= WITH_TRANSACTION_TIMEOUT) {
            return "guarded transactions of " + writers + " end by transaction_timeout, except those of clients that"
                    + " freeze inside COPY ... FROM STDIN. If they use it, run: " + grant();
        }
        throw new SQLException("the roles " + writers + " may write under a guard, and this role may not end their"
                + " transactions: one that uses Fence.guard() without an end would block the next leader. Run: "
                + grant());
    }

    private String grant() throws SQLException {
        String self = SqlQuery.of(connection, "SELECT quote_ident(current_user)")
                .first(row -> row.getString(1))
                .orElse("<role>");
        return (SqlQuery.of(connection, IS_MEMBER).isTrue() ? INHERIT : GRANT).replace("<role>", self);
    }
}
