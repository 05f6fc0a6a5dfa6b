package dev.baton.console.watch;

import dev.baton.Tenure;
import dev.baton.console.history.ConsoleTenure;
import dev.baton.console.history.TenureOverlap;
import dev.baton.console.view.InstanceSighting;
import dev.baton.spi.ElectionStatusJson;
import dev.baton.spi.StatusJson;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Elections and tenures as JSON: the status object of {@code baton status}, and further fields for the page. */
public final class ElectionRowJson {

    private ElectionRowJson() {}

    /**
     * Returns an election.
     *
     * @param nanos the current time of the console's monotonic clock
     */
    public static Map<String, @Nullable Object> of(ElectionRow row, long nanos) {
        Map<String, @Nullable Object> object = ElectionStatusJson.of(
                row.key().election(),
                row.leader(),
                row.live().instances().stream()
                        .map(sighting -> instance(sighting, nanos))
                        .toList());
        object.put("store", row.key().store());
        object.put("badge", row.live().leader().map(ElectionRowJson::badge).orElse(null));
        object.put("menu", row.live().hasMenu());
        object.put("flapping", row.flapping());
        object.put(
                "overlaps",
                row.summary().overlaps().stream().map(ElectionRowJson::of).toList());
        object.put(
                "changes",
                row.summary().changes().stream().map(Instant::toEpochMilli).toList());
        object.put("revision", row.revision());
        return object;
    }

    private static Map<String, @Nullable Object> badge(InstanceSighting leader) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("instance_id", leader.instanceId());
        object.put("epoch", leader.status().epoch());
        return object;
    }

    private static Map<String, @Nullable Object> instance(InstanceSighting sighting, long nanos) {
        Map<String, @Nullable Object> object = ElectionStatusJson.instance(sighting.status());
        object.put("is_leader", sighting.status().isLeader());
        object.put("epoch", sighting.status().epoch());
        object.put("age_ms", Math.max(0, sighting.age(nanos).toMillis()));
        return object;
    }

    private static Map<String, @Nullable Object> of(TenureOverlap overlap) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("first", overlap.first().epoch());
        object.put("second", overlap.second().epoch());
        object.put("from", StatusJson.time(overlap.from()));
        object.put("ms", overlap.length().toMillis());
        return object;
    }

    /** Returns a tenure, with the fields of {@code baton history --json}. */
    public static Map<String, @Nullable Object> of(ConsoleTenure tenure) {
        Tenure recorded = tenure.recorded();
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("epoch", recorded.epoch());
        object.put("instance_id", recorded.instanceId());
        object.put("from", StatusJson.time(recorded.from()));
        object.put("to", recorded.to().map(StatusJson::time).orElse(null));
        object.put("reason", recorded.reason().orElse(null));
        if (recorded.to().isEmpty()) {
            tenure.observedEnd().ifPresent(end -> object.put("seen_to_end", StatusJson.time(end)));
        }
        return object;
    }
}
