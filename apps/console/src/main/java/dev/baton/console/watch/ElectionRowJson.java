package dev.baton.console.watch;

import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.console.history.ConsoleTenure;
import dev.baton.console.history.TenureOverlap;
import dev.baton.console.view.InstanceSighting;
import dev.baton.spi.StatusJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Elections and reigns as the status object of the command line, and what the page needs beside. */
public final class ElectionRowJson {

    private ElectionRowJson() {}

    /** One election; {@code nanos} is now, for ages. */
    public static Map<String, @Nullable Object> of(ElectionRow row, long nanos) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("election", row.place().election());
        object.put("leader", row.leader().map(ElectionRowJson::leader).orElse(null));
        object.put(
                "instances",
                row.live().instances().stream()
                        .map(sighting -> instance(sighting, nanos))
                        .toList());
        object.put("store", row.place().store());
        object.put("badge", row.live().leader().map(ElectionRowJson::badge).orElse(null));
        object.put("menu", row.live().hasMenu());
        object.put("flapping", row.flapping());
        object.put("overlaps", overlaps(row.summary().overlaps()));
        object.put(
                "changes",
                row.summary().changes().stream().map(Instant::toEpochMilli).toList());
        object.put("revision", row.revision());
        return object;
    }

    private static Map<String, @Nullable Object> leader(LeaderInfo leader) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("instance_id", leader.instanceId());
        object.put("epoch", leader.epoch());
        object.put("since", StatusJson.time(leader.since()));
        object.put("url", leader.url().orElse(null));
        return object;
    }

    private static Map<String, @Nullable Object> badge(InstanceSighting leader) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("instance_id", leader.instanceId());
        object.put("epoch", leader.frame().epoch());
        return object;
    }

    private static Map<String, @Nullable Object> instance(InstanceSighting sighting, long nanos) {
        InstanceStatus frame = sighting.frame();
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("instance_id", frame.instanceId());
        object.put("state", frame.state().code());
        object.put("last_seen", StatusJson.time(frame.timestamp()));
        object.put("priority", frame.priority());
        object.put("healthy", frame.healthy());
        object.put("is_leader", frame.isLeader());
        object.put("epoch", frame.epoch());
        object.put("age_ms", Math.max(0, sighting.age(nanos).toMillis()));
        return object;
    }

    private static List<Map<String, @Nullable Object>> overlaps(List<TenureOverlap> overlaps) {
        List<Map<String, @Nullable Object>> list = new ArrayList<>();
        for (TenureOverlap overlap : overlaps) {
            Map<String, @Nullable Object> object = new LinkedHashMap<>();
            object.put("first", overlap.first().epoch());
            object.put("second", overlap.second().epoch());
            object.put("from", StatusJson.time(overlap.from()));
            object.put("ms", overlap.length().toMillis());
            list.add(object);
        }
        return list;
    }

    /** A reign, with the fields of {@code baton history}. */
    public static Map<String, @Nullable Object> of(ConsoleTenure reign) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("epoch", reign.epoch());
        object.put("instance_id", reign.instanceId());
        object.put("from", StatusJson.time(reign.from()));
        object.put("to", reign.to().map(StatusJson::time).orElse(null));
        object.put("reason", reign.reason().orElse(null));
        reign.seenToEnd()
                .filter(seen -> reign.to().isEmpty())
                .ifPresent(seen -> object.put("seen_to_end", StatusJson.time(seen)));
        return object;
    }
}
