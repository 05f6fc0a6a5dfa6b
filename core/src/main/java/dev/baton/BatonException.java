package dev.baton;

/**
 * The base class of Baton's exceptions. The message names the election or the store, the cause and the next step.
 *
 * <pre>{@code
 * try {
 *     return election.leader();
 * } catch (BatonException failed) {
 *     log.warn("leader unknown: {}", failed.getMessage());
 *     return Optional.empty();
 * }
 * }</pre>
 */
public class BatonException extends RuntimeException {

    public BatonException(String message) {
        super(message);
    }

    public BatonException(String message, Throwable cause) {
        super(message, cause);
    }
}
