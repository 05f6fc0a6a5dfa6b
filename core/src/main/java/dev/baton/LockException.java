package dev.baton;

/**
 * Passed to the error listeners if the store answered but could not acquire, renew or release a claim.
 *
 * <pre>{@code
 * candidate.onError(error -> {
 *     if (error instanceof LockException) {
 *         alert(error.getMessage());
 *     }
 * });
 * }</pre>
 */
public class LockException extends BatonException {

    public LockException(String message) {
        super(message);
    }

    public LockException(String message, Throwable cause) {
        super(message, cause);
    }
}
