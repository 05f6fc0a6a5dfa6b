package dev.baton.postgres;

import dev.baton.BatonException;
import dev.baton.ConnectionException;
import dev.baton.EndReason;
import dev.baton.LockException;
import java.security.cert.CertificateException;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.CompletionException;

/** What a failed request means for the session it was made on, and how to say so. */
final class SqlErrors {
    static final String LOCK_NOT_AVAILABLE = "55P03";
    static final String NO_TABLE = "42P01";
    static final String NO_PRIVILEGE = "42501";
    static final String UNIQUE_VIOLATION = "23505";
    static final String READ_ONLY = "25006";
    private static final Set<String> SESSION_ENDED =
            Set.of("57P01", "57P02", "57P03", "57P04", "57P05", "25P03", "25P04");
    private static final Set<String> TURNED_AWAY = Set.of("28000", "28P01", "3D000", "0A000", "42501");

    private SqlErrors() {}

    static String state(SQLException failed) {
        String state = failed.getSQLState();
        return state == null ? "" : state;
    }

    /** Whether the session cannot be used, or not be trusted, any more. */
    static boolean endsSession(SQLException failed) {
        String state = state(failed);
        return state.isEmpty() || state.startsWith("08") || SESSION_ENDED.contains(state);
    }

    /** Whether another attempt will fail alike, until somebody changes something. */
    static boolean isRefusal(SQLException failed) {
        return TURNED_AWAY.contains(state(failed)) || isImpostor(failed);
    }

    /** Whether the server's certificate is not one that we trust, or bears another name. */
    private static boolean isImpostor(SQLException failed) {
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException || saysTheVerifierOfNames(cause)) {
                return true;
            }
        }
        return false;
    }

    /** The driver has neither a state nor a type of its own for a name that does not match: only where it says so. */
    private static boolean saysTheVerifierOfNames(Throwable failed) {
        StackTraceElement[] from = failed.getStackTrace();
        return from.length > 0
                && from[0].getClassName().startsWith("org.postgresql.ssl.")
                && from[0].getMethodName().equals("verifyPeerName");
    }

    /** Why a reign ended whose session failed like this: the server said so, or nothing was heard. */
    static EndReason reason(SQLException failed) {
        return SESSION_ENDED.contains(state(failed)) ? EndReason.SESSION_CLOSED : EndReason.UNREACHABLE;
    }

    /** The failure in the product's own words, naming what was asked for and where. */
    static BatonException explain(String what, String store, Throwable failed) {
        Throwable cause = unwrapped(failed);
        if (cause instanceof BatonException told) {
            return told;
        }
        String message = what + " in " + store + ": " + cause.getMessage();
        boolean answered = cause instanceof SQLException sql && !endsSession(sql);
        return answered ? new LockException(message, cause) : new ConnectionException(message, cause);
    }

    static Throwable unwrapped(Throwable failed) {
        Throwable cause = failed.getCause();
        return failed instanceof CompletionException && cause != null ? cause : failed;
    }
}
