package dev.baton.quorum.wire;

import dev.baton.quorum.step.Voter;
import java.util.List;

/**
 * Reads the fields of one message, in the order in which {@link MessageOutput} wrote them. Every method throws {@link
 * MalformedMessageException} for a value that no member writes.
 */
interface MessageInput {

    /** Returns the authenticated sender. Fails if the message names another one. */
    String sender(String field);

    /** Reads a number that is not negative. */
    long count(String field);

    /** Reads a number of either sign. */
    long signed(String field);

    /** Reads a number that is written in eight bytes. */
    long fixed(String field);

    /** Reads a wall-clock time, in milliseconds since 1970. */
    long time(String field);

    /** Reads the uptime of a candidate in seconds, which is finite and not negative. */
    double uptime(String field);

    boolean flag(String field);

    List<Voter> voters(String field);

    default int smallCount(String field) {
        return toInt(field, count(field));
    }

    default int smallSigned(String field) {
        return toInt(field, signed(field));
    }

    private static int toInt(String field, long value) {
        if (value != (int) value) {
            throw new MalformedMessageException(field + " is too large");
        }
        return (int) value;
    }

    /** Returns the uptime if a member can have it. */
    static double checkedUptime(double seconds) {
        MalformedMessageException.require(seconds >= 0 && !Double.isInfinite(seconds), "invalid uptime");
        return seconds;
    }
}
