package dev.baton.cli;

import dev.baton.CandidateState;
import dev.baton.Election;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.spi.ElectionStatusJson;
import dev.baton.support.json.Json;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The leader and the live instances of an election, at one moment. */
record ElectionStatus(String election, Optional<LeaderInfo> leader, List<InstanceStatus> instances) {

    /** Reads the instances of an election whose leader is known. */
    static ElectionStatus of(Election election, Optional<LeaderInfo> leader) {
        return new ElectionStatus(
                election.name(),
                leader,
                election.roster().stream()
                        .sorted(Comparator.comparing(InstanceStatus::instanceId))
                        .toList());
    }

    Map<String, @Nullable Object> json() {
        return ElectionStatusJson.of(
                election,
                leader,
                instances.stream().map(ElectionStatusJson::instance).toList());
    }

    /**
     * Returns a text that differs from the previous one if a watcher should see a change: it has neither the time of the
     * last status, nor whether a standby tries to acquire at this moment.
     */
    String fingerprint() {
        StringBuilder text = new StringBuilder(leader.toString());
        for (InstanceStatus status : instances) {
            Map<String, @Nullable Object> instance = ElectionStatusJson.instance(status);
            instance.remove("last_seen");
            instance.replace("state", CandidateState.ACQUIRING.code(), CandidateState.FOLLOWER.code());
            text.append('\n').append(Json.write(instance));
        }
        return text.toString();
    }
}
