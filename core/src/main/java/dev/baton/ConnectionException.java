package dev.baton;

/**
 * Thrown if the store could not be reached or did not answer in time.
 *
 * <pre>{@code
 * try {
 *     show(election.roster());
 * } catch (ConnectionException unreachable) {
 *     showStale(unreachable.getMessage());
 * }
 * }</pre>
 */
public class ConnectionException extends BatonException {

    public ConnectionException(String message) {
        super(message);
    }

    public ConnectionException(String message, Throwable cause) {
        super(message, cause);
    }
}
