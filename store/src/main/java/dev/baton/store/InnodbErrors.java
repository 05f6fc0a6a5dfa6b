package dev.baton.store;

import dev.baton.BatonException;
import dev.baton.ConnectionException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;

/** Turns errors of MariaDB and MySQL into exceptions that name the next step. The numbers are the same in all drivers. */
final class InnodbErrors {
    private static final int DUPLICATE = 1062;
    private static final int DEADLOCK = 1213;

    /** The session was ended: by the server, by its shutdown, or for idling inside a transaction. */
    private static final Set<Integer> SESSION_ENDED = Set.of(1053, 1152, 1927, 4031);

    private static final Set<Integer> WRONG_PLACE = Set.of(1044, 1045, 1049, 1698);
    private static final Set<Integer> NO_PRIVILEGE = Set.of(1142, 1143, 1227, 1370);
    private static final Set<Integer> TOO_SLOW = Set.of(1205, 1969, 3024);
    private static final Set<Integer> READ_ONLY = Set.of(1290, 1792, 1836);
    private static final Set<Integer> FULL = Set.of(1021, 1114);
    private static final Set<Integer> OTHER_TABLES = Set.of(1031, 4089, 4090);
    private static final int SEQUENCE_ENDED = 4084;
    private static final int STATEMENT_LOGGING = 1665;

    private InnodbErrors() {}

    static boolean isDuplicate(SQLException failed) {
        return failed.getErrorCode() == DUPLICATE;
    }

    static boolean isDeadlock(SQLException failed) {
        return failed.getErrorCode() == DEADLOCK;
    }

    static BatonException explain(String operation, SQLException failed, Duration waited, String setup) {
        int code = failed.getErrorCode();
        String message = operation + ": " + failed.getMessage() + ". ";
        if (WRONG_PLACE.contains(code)) {
            return new ConnectionException(message + "Check user, password and database", failed);
        }
        String state = Objects.requireNonNullElse(failed.getSQLState(), "");
        if (state.startsWith("08") || SESSION_ENDED.contains(code)) {
            return new ConnectionException(message + "A write may or may not have been applied", failed);
        }
        if (NO_PRIVILEGE.contains(code)) {
            return new StoreException(
                    message + "This user lacks privileges on the store's tables. Run once as one who may:\n" + setup,
                    failed);
        }
        return new StoreException(message + next(code, waited), failed);
    }

    private static String next(int code, Duration waited) {
        if (TOO_SLOW.contains(code)) {
            return "Another transaction kept a row locked, or the server was busy, for " + waited.toMillis()
                    + " ms. Nothing was written";
        }
        if (READ_ONLY.contains(code)) {
            return "The server is read-only: connect to the primary. Nothing was written";
        }
        if (FULL.contains(code)) {
            return "The server's disk is full. Nothing was written; free some space";
        }
        if (OTHER_TABLES.contains(code)) {
            return "The tables belong to the other kind of server: mariadb:// and mysql:// cannot share a database."
                    + " Nothing was written";
        }
        return switch (code) {
            case SEQUENCE_ENDED -> "The resource version cannot grow any more. Nothing was written";
            case STATEMENT_LOGGING -> "Set binlog_format to MIXED or ROW. Nothing was written";
            default -> "Nothing was written";
        };
    }
}
