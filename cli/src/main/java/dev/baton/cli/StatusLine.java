package dev.baton.cli;

import dev.baton.Election;
import dev.baton.json.FrameJson;
import dev.baton.json.Json;
import dev.baton.machine.State;
import dev.baton.spi.LeaderRecord;
import dev.baton.spi.StatusFrame;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who leads an election and who is here, at one moment. */
record StatusLine(String election, Optional<LeaderRecord> leader, List<StatusFrame> instances) {

    /** Asked of the store now. */
    static StatusLine of(Election election) {
        return of(election, election.leader());
    }

    /** With a leader that is known already. */
    static StatusLine of(Election election, Optional<LeaderRecord> leader) {
        List<StatusFrame> frames = new ArrayList<>(election.roster());
        frames.sort((a, b) -> a.instanceId().compareTo(b.instanceId()));
        return new StatusLine(election.name(), leader, frames);
    }

    /** One line of JSON. */
    String json() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("election", election);
        object.put("leader", leader.isPresent() ? json(leader.get()) : null);
        List<Object> all = new ArrayList<>(instances.size());
        for (StatusFrame frame : instances) {
            Map<String, Object> instance = describe(frame);
            instance.put("last_seen", FrameJson.time(frame.timestamp()));
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
        StringBuilder text =
                new StringBuilder(leader.map(LeaderRecord::toString).orElse("nobody"));
        for (StatusFrame frame : instances) {
            Map<String, Object> instance = describe(frame);
            instance.replace("state", State.ACQUIRING.code(), State.FOLLOWER.code());
            text.append('\n').append(Json.write(instance));
        }
        return text.toString();
    }

    private static Map<String, Object> describe(StatusFrame frame) {
        Map<String, Object> instance = new LinkedHashMap<>();
        instance.put("instance_id", frame.instanceId());
        instance.put("state", frame.state().code());
        instance.put("last_seen", "");
        instance.put("priority", frame.priority());
        instance.put("healthy", frame.healthy());
        return instance;
    }

    private static Map<String, @Nullable Object> json(LeaderRecord leader) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("instance_id", leader.instanceId());
        object.put("epoch", leader.epoch());
        object.put("since", FrameJson.time(leader.since()));
        object.put("url", leader.url().orElse(null));
        return object;
    }
}
