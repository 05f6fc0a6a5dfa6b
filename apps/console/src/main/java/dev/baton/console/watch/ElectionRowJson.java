package dev.baton.console.watch;

import dev.baton.Tenure;
import dev.baton.console.history.ConsoleTenure;
import dev.baton.console.history.FailoverSummary;
import dev.baton.console.history.LeaderlessGap;
import dev.baton.console.history.TenureOverlap;
import dev.baton.console.view.InstanceSighting;
import dev.baton.spi.ElectionStatusJson;
import dev.baton.spi.StatusJson;
import dev.baton.support.json.JsonObject;
import java.time.Instant;
import java.util.List;
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
    public static JsonObject of(ElectionRow row, long nanos) {
        List<Map<String, @Nullable Object>> instances = row.live().instances().stream()
                .map(sighting -> instance(sighting, nanos))
                .toList();
        JsonObject object = new JsonObject();
        object.putAll(ElectionStatusJson.of(row.key().election(), row.leader(), instances));
        return object.with("store", row.key().store())
                .with("badge", row.live().leader().map(ElectionRowJson::badge).orElse(null))
                .with(
                        "leader_seen_ms",
                        row.leaderSighting()
                                .map(sighting -> age(sighting, nanos))
                                .orElse(null))
                .with("menu", row.live().hasMenu())
                .with("flapping", row.flapping())
                .withAll("overlaps", row.summary().overlaps(), ElectionRowJson::overlap)
                .withAll("changes", row.summary().changes(), Instant::toEpochMilli)
                .with(
                        "transfer",
                        row.transfer()
                                .map(transfer -> transfer(transfer, nanos))
                                .orElse(null))
                .with("failovers", failovers(row.summary().failovers()))
                .with("revision", row.revision());
    }

    private static JsonObject badge(InstanceSighting leader) {
        return new JsonObject()
                .with("instance_id", leader.instanceId())
                .with("epoch", leader.status().epoch());
    }

    private static Map<String, @Nullable Object> instance(InstanceSighting sighting, long nanos) {
        Map<String, @Nullable Object> object = ElectionStatusJson.instance(sighting.status());
        object.put("is_leader", sighting.status().isLeader());
        object.put("epoch", sighting.status().epoch());
        object.put("age_ms", age(sighting, nanos));
        return object;
    }

    private static long age(InstanceSighting sighting, long nanos) {
        return Math.max(0, sighting.age(nanos).toMillis());
    }

    private static JsonObject transfer(RequestedTransfer transfer, long nanos) {
        return new JsonObject()
                .with("request_id", transfer.requestId())
                .with("to", transfer.target())
                .with("by", transfer.requester())
                .with("outcome", transfer.stage().code())
                .with("reason", transfer.reason())
                .with("ms", transfer.length().toMillis())
                .with("age_ms", Math.max(0, (nanos - transfer.start()) / 1_000_000))
                .with("limit_ms", RequestedTransfer.LIMIT.toMillis());
    }

    private static JsonObject failovers(FailoverSummary times) {
        return new JsonObject()
                .with("count", times.count())
                .with("last_ms", times.last().toMillis())
                .with("median_ms", times.median().toMillis())
                .with("worst_ms", times.worst().toMillis());
    }

    /** Returns the time between two tenures. */
    public static JsonObject gap(LeaderlessGap gap) {
        return new JsonObject()
                .with("before", gap.before())
                .with("after", gap.after().recorded().epoch())
                .with("earliest", StatusJson.time(gap.earliest()))
                .with("latest", StatusJson.time(gap.latest()))
                .with("to", StatusJson.time(gap.to()))
                .with("planned", gap.planned());
    }

    private static JsonObject overlap(TenureOverlap overlap) {
        return new JsonObject()
                .with("first", overlap.first().epoch())
                .with("second", overlap.second().epoch())
                .with("from", StatusJson.time(overlap.from()))
                .with("ms", overlap.length().toMillis());
    }

    /** Returns a tenure, and when its end was observed if the store did not record it. */
    public static JsonObject tenure(ConsoleTenure tenure) {
        JsonObject object = tenure(tenure.recorded());
        if (tenure.recorded().to().isEmpty()) {
            tenure.observedEnd().ifPresent(end -> object.put("seen_to_end", StatusJson.time(end)));
        }
        return object;
    }

    /** Returns a tenure, with the fields of {@code baton history --json}. */
    public static JsonObject tenure(Tenure tenure) {
        return new JsonObject()
                .with("epoch", tenure.epoch())
                .with("instance_id", tenure.instanceId())
                .with("from", StatusJson.time(tenure.from()))
                .with("to", tenure.to().map(StatusJson::time).orElse(null))
                .with("reason", tenure.reason().orElse(null));
    }
}
