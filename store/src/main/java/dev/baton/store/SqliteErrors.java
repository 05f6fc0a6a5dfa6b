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

    /** Returns the primary result code, without the details of an extended one. */
    private static SQLiteErrorCode code(SQLException failed) {
        return failed instanceof SQLiteException known
                ? SQLiteErrorCode.getErrorCode(known.getResultCode().code & 0xff)
                : SQLiteErrorCode.UNKNOWN_ERROR;
    }

    static boolean isBusy(SQLException failed) {
        return code(failed) == SQLiteErrorCode.SQLITE_BUSY || code(failed) == SQLiteErrorCode.SQLITE_LOCKED;
    }

    static BatonException explain(String operation, SQLException failed, Duration waited) {
        String message = operation + ": " + failed.getMessage() + ". ";
        return switch (code(failed)) {
            case SQLITE_BUSY, SQLITE_LOCKED ->
                new StoreLockedException(
                        message + "Another program kept the file locked for " + waited.toMillis()
                                + " ms; `fuser -v FILE` names it. Nothing was written",
                        failed);
            case SQLITE_FULL ->
                new StoreException(message + "The disk is full. Nothing was written; free some space", failed);
            case SQLITE_READONLY, SQLITE_PERM ->
                new StoreException(message + "This process needs write permission for the file and its folder", failed);
            case SQLITE_CORRUPT, SQLITE_NOTADB ->
                new StoreException(
                        message + "The file is damaged or not an SQLite database; restore a good copy", failed);
            case SQLITE_CANTOPEN ->
                new ConnectionException(
                        message + "Check that the folder exists and that this process may use it", failed);
            case SQLITE_IOERR ->
                new ConnectionException(
                        message + "The disk failed; the write may or may not have been applied", failed);
            case SQLITE_CONSTRAINT ->
                new StoreException(message + "The resource version cannot grow any more. Nothing was written", failed);
            case SQLITE_MISUSE -> new StoreException(message + "Nothing was written", failed);
            default ->
                new StoreException(
                        message + "Check whether another program owns the table `objects` in this file", failed);
        };
    }
}
