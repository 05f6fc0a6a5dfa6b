package dev.baton.console.watch;

import dev.baton.BatonClock;
import dev.baton.Tenure;
import dev.baton.console.history.ConsoleTenure;
import dev.baton.console.history.LeaderlessGap;
import dev.baton.console.history.TenureOverlap;
import dev.baton.console.view.InstanceSighting;
import dev.baton.console.view.LiveInstances;
import dev.baton.spi.StatusJson;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The event log of the board: what changed, in the order in which the console noticed it. */
record BoardLog(BatonClock clock, ConsoleFeed feed) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.console");

    /** Adds an entry, as {@link ElectionBoard#log} describes it. */
    void add(String kind, ElectionKey key, String instanceId, long epoch, String detail) {
        JsonObject entry = new JsonObject()
                .with("time", StatusJson.time(Instant.ofEpochMilli(clock.wallMillis())))
                .with("kind", kind)
                .with("store", key.store())
                .with("election", key.election())
                .with("instance_id", instanceId)
                .with("epoch", epoch > 0 ? epoch : null)
                .with("detail", detail);
        feed.publish("log", Json.write(entry));
    }

    /** Adds the instances that joined, left or aged out since the given ones were live. */
    void instances(BoardEntry entry, LiveInstances before) {
        Set<String> was = ids(before.instances());
        Set<String> live = ids(entry.row().live().instances());
        Set<String> onRoster = ids(entry.view.instances());
        live.stream().filter(id -> !was.contains(id)).forEach(id -> add("joined", entry.key, id, 0, ""));
        was.stream()
                .filter(id -> !live.contains(id))
                .forEach(id -> add(onRoster.contains(id) ? "aged_out" : "left", entry.key, id, 0, ""));
    }

    private static Set<String> ids(List<InstanceSighting> sightings) {
        return sightings.stream().map(InstanceSighting::instanceId).collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Adds the tenures that ended since the given ones were known, and how long each new leader took to take over. Nothing
     * is added for the tenures that the console finds when it starts.
     *
     * @param complete whether the store has had the time to record the end of the tenure before the current one
     */
    void tenures(BoardEntry entry, List<ConsoleTenure> before, boolean complete) {
        boolean known = !before.isEmpty();
        if (known) {
            entry.latestTenures().stream()
                    .filter(tenure -> !before.contains(tenure))
                    .map(ConsoleTenure::recorded)
                    .filter(tenure -> tenure.to().isPresent() && !isRecorded(before, tenure))
                    .forEach(tenure -> add(
                            "ended",
                            entry.key,
                            tenure.instanceId(),
                            tenure.epoch(),
                            tenure.reason().orElse("")));
        }
        for (LeaderlessGap gap : LeaderlessGap.findIn(entry.latestTenures())) {
            Tenure after = gap.after().recorded();
            if (after.epoch() > entry.loggedGapBefore && (complete || gap.settled() || !known)) {
                entry.loggedGapBefore = after.epoch();
                if (known) {
                    add("took_over", entry.key, after.instanceId(), after.epoch(), length(gap));
                }
            }
        }
    }

    private static boolean isRecorded(List<ConsoleTenure> before, Tenure tenure) {
        return before.stream().anyMatch(known -> known.recorded().equals(tenure));
    }

    private static String length(LeaderlessGap gap) {
        String most = gap.atMost().toMillis() + " ms";
        return gap.earliest().equals(gap.latest()) ? most : "at most " + most;
    }

    /** Adds an overlap of two tenures, and writes it to the log of the process. */
    void overlap(ElectionKey key, TenureOverlap overlap) {
        Tenure first = overlap.first();
        Tenure second = overlap.second();
        LOG.warn(
                "election={} tenures overlap: epoch {} of {} began {} ms before epoch {} of {} ended; check what both"
                        + " leaders wrote and whether it was fenced",
                key.election(),
                second.epoch(),
                second.instanceId(),
                overlap.length().toMillis(),
                first.epoch(),
                first.instanceId());
        add(
                "overlap",
                key,
                second.instanceId(),
                second.epoch(),
                overlap.length().toMillis() + " ms with epoch " + first.epoch());
    }
}
