package dev.baton.examples.harness;

import dev.baton.support.json.JsonFields;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a relay has seen under one key so far.
 *
 * @param replies replies accepted
 * @param stale replies, reactions and heartbeats refused because a later reign had acted
 * @param unconfirmed those refused because their reign had no epoch
 * @param repeated those refused because the event was answered or acknowledged before
 * @param highestEpoch the highest epoch that anything accepted or repeated came with
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
