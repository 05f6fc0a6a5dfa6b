package dev.baton;

/**
 * Thrown if a stop took longer than its timeout. The claim was freed by force; the work may still be running.
 *
 * <pre>{@code
 * try {
 *     candidate.stop(Duration.ofSeconds(5));
 * } catch (ShutdownException late) {
 *     log.warn("{}", late.getMessage());
 * }
 * }</pre>
 */
public class ShutdownException extends BatonException {

    public ShutdownException(String message) {
        super(message);
    }
}
