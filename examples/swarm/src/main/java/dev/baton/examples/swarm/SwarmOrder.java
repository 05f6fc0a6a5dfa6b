package dev.baton.examples.swarm;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * An order of a leader to the swarm.
 *
 * @param epoch the epoch of the leadership in which it was given
 * @param number counts the orders of that leadership
 */
record SwarmOrder(String leader, long epoch, long number) {

    byte[] toBytes() {
        return (leader + " " + epoch + " " + number).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns nothing if this is not an order: every client of the broker can publish anything. */
    static Optional<SwarmOrder> parse(byte[] bytes) {
        String[] words = new String(bytes, StandardCharsets.UTF_8).split(" ", -1);
        try {
            return words.length == 3 && words[0].matches("[\\w-]{1,32}")
                    ? Optional.of(new SwarmOrder(words[0], Long.parseLong(words[1]), Long.parseLong(words[2])))
                    : Optional.empty();
        } catch (NumberFormatException malformed) {
            return Optional.empty();
        }
    }
}
