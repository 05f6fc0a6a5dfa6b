package dev.baton.cli;

import dev.baton.CandidateState;
import dev.baton.Election;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.spi.StatusJson;
import dev.baton.support.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who leads an election and who is here, at one moment. */
record ElectionStatus(String election, Optional<LeaderInfo> leader, List<InstanceStatus> instances) {

    /** Asked of the store now. */
    static ElectionStatus of(Election election) {
        return of(election, election.leader());
    }

    /** With a leader that is known already. */
    static ElectionStatus of(Election election, Optional<LeaderInfo> leader) {
        List<InstanceStatus> frames = new ArrayList<>(election.roster());
        frames.sort((a, b) -> a.instanceId().compareTo(b.instanceId()));
        return new ElectionStatus(election.name(), leader, frames);
    }

    /** One line of JSON. */
    String json() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("election", election);
        object.put("leader", leader.isPresent() ? json(leader.get()) : null);
        List<Object> all = new ArrayList<>(instances.size());
        for (InstanceStatus frame : instances) {
            Map<String, Object> instance = describe(frame);
            instance.put("last_seen", StatusJson.time(frame.timestamp()));
            all.add(instance);
        }
        object.put("instances", all);
        return Json.write(object);
    }

    /**
     * What has to differ for a watcher to call it a change: everything but the time of the last frame, and whether a
     * standby happens to try at this moment.
     */
    String essence() {
        StringBuilder text = new StringBuilder(leader.map(LeaderInfo::toString).orElse("nobody"));
        for (InstanceStatus frame : instances) {
            Map<String, Object> instance = describe(frame);
            instance.replace("state", CandidateState.ACQUIRING.code(), CandidateState.FOLLOWER.code());
            text.append('\n').append(Json.write(instance));
        }
        return text.toString();
    }

    private static Map<String, Object> describe(InstanceStatus frame) {
        Map<String, Object> instance = new LinkedHashMap<>();
        instance.put("instance_id", frame.instanceId());
        instance.put("state", frame.state().code());
        instance.put("last_seen", "");
        instance.put("priority", frame.priority());
        instance.put("healthy", frame.healthy());
        return instance;
    }

    private static Map<String, @Nullable Object> json(LeaderInfo leader) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("instance_id", leader.instanceId());
        object.put("epoch", leader.epoch());
        object.put("since", StatusJson.time(leader.since()));
        object.put("url", leader.url().orElse(null));
        return object;
    }
}
