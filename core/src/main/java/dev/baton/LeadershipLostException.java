package dev.baton;

/**
 * Thrown if a leadership is used that is no longer valid.
 *
 * <pre>{@code
 * try {
 *     leadership.check();
 * } catch (LeadershipLostException lost) {
 *     rollBack();
 * }
 * }</pre>
 */
public class LeadershipLostException extends BatonException {

    public LeadershipLostException(String message) {
        super(message);
    }
}
