package dev.baton;

/** A leadership was used that is not valid any more. */
public class LeadershipLostException extends BatonException {

    public LeadershipLostException(String message) {
        super(message);
    }
}
