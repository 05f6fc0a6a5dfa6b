package dev.baton.examples.harness;

import dev.baton.support.json.JsonFields;
import java.util.Map;
import java.util.TreeMap;

/**
 * The counts of a relay for one key.
 *
 * @param replies replies accepted
 * @param stale replies, reactions and heartbeats refused because a later tenure had acted
 * @param unconfirmed those refused because their leadership was unconfirmed
 * @param repeated those refused because the event was already answered or acknowledged
 * @param highestEpoch the highest epoch of an accepted or repeated action
 */
record RelayStatistics(
        long posted,
        long replies,
        long reactions,
        long heartbeats,
        long stale,
        long unconfirmed,
        long repeated,
        long highestEpoch) {

    static RelayStatistics read(JsonFields fields) {
        return new RelayStatistics(
                fields.number("posted"),
                fields.number("replies"),
                fields.number("reactions"),
                fields.number("heartbeats"),
                fields.number("stale"),
                fields.number("unconfirmed"),
                fields.number("repeated"),
                fields.number("highest_epoch"));
    }

    Map<String, Object> frame() {
        Map<String, Object> frame = new TreeMap<>(Map.of("type", "tally", "posted", posted, "replies", replies));
        frame.putAll(Map.of("reactions", reactions, "heartbeats", heartbeats, "highest_epoch", highestEpoch));
        frame.putAll(Map.of("stale", stale, "unconfirmed", unconfirmed, "repeated", repeated));
        return frame;
    }
}
