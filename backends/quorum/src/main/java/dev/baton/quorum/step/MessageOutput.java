package dev.baton.quorum.step;

import java.util.List;

/** Writes one message: its kind, then its fields. The binary form ignores field names and the sender. */
public interface MessageOutput {

    MessageOutput kind(MessageKind kind);

    MessageOutput sender(String field, String id);

    /** Writes a number that is not negative. */
    MessageOutput count(String field, long value);

    /** Writes a number of either sign. */
    MessageOutput signed(String field, long value);

    /** Writes a number in eight bytes. */
    MessageOutput fixed(String field, long value);

    /** Writes a wall-clock time, in milliseconds since 1970. */
    MessageOutput time(String field, long millis);

    MessageOutput uptime(String field, double seconds);

    MessageOutput flag(String field, boolean value);

    MessageOutput voters(String field, List<Voter> voters);
}
