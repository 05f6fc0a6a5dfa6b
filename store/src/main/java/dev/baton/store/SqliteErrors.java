package dev.baton.store;

import dev.baton.BatonException;
import dev.baton.ConnectionException;
import java.sql.SQLException;
import java.time.Duration;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** What SQLite's errors mean, and what to do about them. */
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

    static BatonException explain(String what, SQLException failed, Duration waited) {
        String message = what + ": " + failed.getMessage() + ". ";
        if (isBusy(failed)) {
            return new StoreException(
                    message + "Another program has kept the file locked for " + waited.toMillis()
                            + " ms; `fuser -v FILE` names it. Nothing was written",
                    failed);
        }
        if (is(failed, SQLiteErrorCode.SQLITE_FULL)) {
            return new StoreException(message + "The disk is full. Nothing was written; make room", failed);
        }
        if (is(failed, SQLiteErrorCode.SQLITE_READONLY) || is(failed, SQLiteErrorCode.SQLITE_PERM)) {
            return new StoreException(
                    message + "This process has to be allowed to write the file and its folder", failed);
        }
        if (is(failed, SQLiteErrorCode.SQLITE_CORRUPT) || is(failed, SQLiteErrorCode.SQLITE_NOTADB)) {
            return new StoreException(
                    message + "The file is damaged or no SQLite database; put a good copy in its place", failed);
        }
        if (is(failed, SQLiteErrorCode.SQLITE_CANTOPEN)) {
            return new ConnectionException(message + "Does the folder exist, and may this process use it?", failed);
        }
        if (is(failed, SQLiteErrorCode.SQLITE_IOERR)) {
            return new ConnectionException(message + "The disk fails; the write may or may not be there", failed);
        }
        return new StoreException(message + "Is the table `objects` in this file somebody else's?", failed);
    }
}
