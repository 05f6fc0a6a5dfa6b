package dev.baton.postgres;

import dev.baton.BatonException;
import dev.baton.ConnectionException;
import dev.baton.EndReason;
import dev.baton.LockException;
import dev.baton.support.batch.RequestBatch.Pending;
import java.security.cert.CertificateException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Classifies SQL errors by their effect on the session, and turns them into exceptions for users. */
final class SqlErrors {
    static final String LOCK_NOT_AVAILABLE = "55P03";
    static final String NO_TABLE = "42P01";
    static final String NO_SCHEMA = "3F000";
    static final String NO_PRIVILEGE = "42501";
    static final String UNIQUE_VIOLATION = "23505";
    static final String OUT_OF_RANGE = "22003";
    private static final Set<String> SESSION_ENDED =
            Set.of("57P01", "57P02", "57P03", "57P04", "57P05", "25P03", "25P04");
    private static final Set<String> REFUSED = Set.of("28000", "28P01", "3D000", "0A000", NO_PRIVILEGE);

    private SqlErrors() {}

    /** Code that uses a session. */
    interface Action<T> {
        T run() throws SQLException;
    }

    /**
     * Completes the response with the result or the failure of a step; without a result the request is not complete yet.
     * Throws only if the session has ended.
     */
    static <T> void complete(CompletableFuture<T> response, Action<Optional<T>> step) throws SQLException {
        try {
            step.run().ifPresent(response::complete);
        } catch (SQLException failed) {
            response.completeExceptionally(failed);
            if (endsSession(failed)) {
                throw failed;
            }
        } catch (RuntimeException refused) {
            response.completeExceptionally(refused);
        }
    }

    /** Runs the work for a batch of requests. If it fails, so do all that have no response yet. */
    static boolean completeAll(List<? extends Pending<?, ?>> batch, Action<Boolean> work) throws SQLException {
        try {
            return work.run();
        } catch (SQLException | RuntimeException failed) {
            batch.forEach(pending -> pending.response().completeExceptionally(failed));
            throw failed;
        }
    }

    /** Returns the result of the read, or the given value if Baton's tables do not exist. */
    static <T> T orIfNoTable(T otherwise, Action<T> read) throws SQLException {
        try {
            return read.run();
        } catch (SQLException failed) {
            if (state(failed).equals(NO_TABLE)) {
                return otherwise;
            }
            throw failed;
        }
    }

    static String state(SQLException failed) {
        String state = failed.getSQLState();
        return state == null ? "" : state;
    }

    /** Returns whether the session can no longer be used or trusted. */
    static boolean endsSession(SQLException failed) {
        String state = state(failed);
        return state.isEmpty() || state.startsWith("08") || SESSION_ENDED.contains(state);
    }

    /** Returns whether every further attempt will fail in the same way until the configuration changes. */
    static boolean isRefusal(SQLException failed) {
        return REFUSED.contains(state(failed)) || isUntrusted(failed);
    }

    /** Returns whether the server's certificate is not trusted, or is for another host. */
    private static boolean isUntrusted(SQLException failed) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException || isFromHostnameVerifier(cause)) {
                return true;
            }
        }
        return false;
    }

    /** The driver has neither an SQL state nor an exception type for a wrong host name. */
    private static boolean isFromHostnameVerifier(Throwable failed) {
        StackTraceElement[] trace = failed.getStackTrace();
        return trace.length > 0
                && trace[0].getClassName().startsWith("org.postgresql.ssl.")
                && trace[0].getMethodName().equals("verifyPeerName");
    }

    /** Returns the reason for the end of a tenure whose session failed like this. */
    static EndReason reason(SQLException failed) {
        return SESSION_ENDED.contains(state(failed)) ? EndReason.SESSION_CLOSED : EndReason.UNREACHABLE;
    }

    /** Returns an exception that names the operation and the store. */
    static BatonException explain(String operation, String store, Throwable failed) {
        Throwable cause = unwrapped(failed);
        if (cause instanceof BatonException explained) {
            return explained;
        }
        String message = operation + " in " + store + ": " + cause.getMessage();
        boolean answered = cause instanceof SQLException sql && !endsSession(sql);
        return answered ? new LockException(message, cause) : new ConnectionException(message, cause);
    }

    static Throwable unwrapped(Throwable failed) {
        Throwable cause = failed.getCause();
        return failed instanceof CompletionException && cause != null ? cause : failed;
    }
}
