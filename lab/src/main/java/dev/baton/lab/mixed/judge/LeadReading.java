package dev.baton.lab.mixed.judge;

import java.util.Optional;

/**
 * A participant was leader, by its own knowledge, at some instant between the two times. The times are from {@link
 * System#nanoTime()}, which all processes of a machine share.
 *
 * @param holder the name of the participant in the store
 * @param tenure which of its leaderships: the epoch, or a number if the participant has no epochs
 */
public record LeadReading(String election, String holder, long tenure, long before, long after) {

    /** Returns the line of this reading. */
    public String line() {
        return election + " " + holder + " " + tenure + " " + before + " " + after;
    }

    /** Reads a line; empty if it is not complete. */
    static Optional<LeadReading> parse(String line) {
        String[] words = line.split(" ", -1);
        if (words.length != 5) {
            return Optional.empty();
        }
        try {
            LeadReading reading = new LeadReading(
                    words[0], words[1], Long.parseLong(words[2]), Long.parseLong(words[3]), Long.parseLong(words[4]));
            // A cut number is too small.
            return Optional.of(reading).filter(complete -> complete.after() >= complete.before());
        } catch (NumberFormatException incomplete) {
            return Optional.empty();
        }
    }
}
