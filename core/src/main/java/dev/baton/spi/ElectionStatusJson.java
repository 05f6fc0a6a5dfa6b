package dev.baton.spi;

import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The {@code status} object of one election, as {@code baton status --json} prints it and the console serves it:
 * {@code {"election","leader":{…}|null,"instances":[…]}}. The returned maps are mutable, so that a caller can add fields
 * of its own after those of the contract.
 *
 * <p>An instance that published the state {@code leader}, but is not the leader that the store records, has the
 * additional field {@code "confirmed":false}. A leader without an epoch has {@code "epoch":null}.
 */
public final class ElectionStatusJson {

    private ElectionStatusJson() {}

    /**
     * Returns the status object.
     *
     * @param instances the objects of the instances, from {@link #instance}
     */
    public static Map<String, @Nullable Object> of(
            String election, Optional<LeaderInfo> leader, List<Map<String, @Nullable Object>> instances) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("election", election);
        object.put("leader", leader.isPresent() ? leader(leader.get()) : null);
        instances.forEach(instance -> markUnconfirmed(instance, leader));
        object.put("instances", instances);
        return object;
    }

    private static void markUnconfirmed(Map<String, @Nullable Object> instance, Optional<LeaderInfo> leader) {
        boolean recorded = leader.filter(info -> info.instanceId().equals(instance.get("instance_id")))
                .isPresent();
        if (CandidateState.LEADER.code().equals(instance.get("state")) && !recorded) {
            instance.put("confirmed", false);
        }
    }

    /** Returns one element of {@code instances}. */
    public static Map<String, @Nullable Object> instance(InstanceStatus status) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("instance_id", status.instanceId());
        object.put("state", status.state().code());
        object.put("last_seen", StatusJson.time(status.timestamp()));
        object.put("priority", status.priority());
        object.put("healthy", status.healthy());
        return object;
    }

    private static Map<String, @Nullable Object> leader(LeaderInfo leader) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("instance_id", leader.instanceId());
        object.put("epoch", leader.confirmedEpoch().isPresent() ? leader.epoch() : null);
        object.put("since", StatusJson.time(leader.since()));
        object.put("url", leader.url().orElse(null));
        return object;
    }
}
