package dev.baton.store;

import dev.baton.BatonException;
import dev.baton.ConnectionException;
import java.sql.SQLException;
import java.time.Duration;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Turns SQLite errors into exceptions that name the next step. */
final class SqliteErrors {
    private SqliteErrors() {}

    private static SQLiteErrorCode code(SQLException failed) {
        return failed instanceof SQLiteException known ? known.getResultCode() : SQLiteErrorCode.UNKNOWN_ERROR;
    }

    private static boolean is(SQLException failed, SQLiteErrorCode kind) {
        return (code(failed).code & 0xff) == kind.code && code(failed) != SQLiteErrorCode.UNKNOWN_ERROR;
    }

    static boolean isBusy(SQLException failed) {
        return is(failed, SQLiteErrorCode.SQLITE_BUSY) || is(failed, SQLiteErrorCode.SQLITE_LOCKED);
    }

    static BatonException explain(String operation, SQLException failed, Duration waited) {
        String message = operation + ": " + failed.getMessage() + ". ";
        if (isBusy(failed)) {
            return new StoreException(
                    message + "Another program kept the file locked for " + waited.toMillis()
                            + " ms; `fuser -v FILE` names it. Nothing was written",
                    failed);
        }
        if (is(failed, SQLiteErrorCode.SQLITE_FULL)) {
            return new StoreException(message + "The disk is full. Nothing was written; free some space", failed);
        }
        if (is(failed, SQLiteErrorCode.SQLITE_READONLY) || is(failed, SQLiteErrorCode.SQLITE_PERM)) {
            return new StoreException(
                    message + "This process needs write permission for the file and its folder", failed);
        }
        if (is(failed, SQLiteErrorCode.SQLITE_CORRUPT) || is(failed, SQLiteErrorCode.SQLITE_NOTADB)) {
            return new StoreException(
                    message + "The file is damaged or not an SQLite database; restore a good copy", failed);
        }
        if (is(failed, SQLiteErrorCode.SQLITE_CANTOPEN)) {
            return new ConnectionException(
                    message + "Check that the folder exists and that this process may use it", failed);
        }
        if (is(failed, SQLiteErrorCode.SQLITE_IOERR)) {
            return new ConnectionException(
                    message + "The disk failed; the write may or may not have been applied", failed);
        }
        return new StoreException(
                message + "Check whether another program owns the table `objects` in this file", failed);
    }
}
