package dev.baton.cli;

import dev.baton.CandidateState;
import dev.baton.Election;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.spi.ElectionStatusJson;
import dev.baton.spi.StatusJson;
import dev.baton.support.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The leader and the live instances of an election, at one moment. */
record ElectionStatus(String election, Optional<LeaderInfo> leader, List<InstanceStatus> instances) {
    private static final String BOLD = "\u001b[1m";
    private static final String PLAIN = "\u001b[0m";

    /** Reads the instances of an election whose leader is known. */
    static ElectionStatus of(Election election, Optional<LeaderInfo> leader) {
        return new ElectionStatus(
                election.name(),
                leader,
                election.roster().stream()
                        .sorted(Comparator.comparing(InstanceStatus::instanceId))
                        .toList());
    }

    /** Returns whether there is a leader or a live instance. */
    boolean isPresent() {
        return leader.isPresent() || !instances.isEmpty();
    }

    /** Prints the status, as a table or as JSON. */
    void print(Invocation call) {
        if (call.has("--json")) {
            call.printJson(ElectionStatusJson.of(
                    election,
                    leader,
                    instances.stream().map(ElectionStatusJson::instance).toList()));
            return;
        }
        String name = call.context().colours() ? BOLD + election + PLAIN : election;
        call.out()
                .println(name + "  "
                        + TextTable.plain(leader.map(ElectionStatus::describe).orElse("no leader")));
        if (instances.isEmpty()) {
            return;
        }
        TextTable table = new TextTable().row("  INSTANCE", "STATE", "PRIORITY", "HEALTHY", "LAST SEEN");
        for (InstanceStatus instance : instances) {
            table.row(
                    "  " + instance.instanceId(),
                    state(instance),
                    instance.priority(),
                    instance.healthy() ? "yes" : "no",
                    age(instance.timestamp()));
        }
        call.out().print(table);
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

    /** Returns "silent" for an instance whose last status is that of a leader, but which the store does not record. */
    private String state(InstanceStatus instance) {
        boolean recorded = leader.filter(record -> record.instanceId().equals(instance.instanceId()))
                .isPresent();
        return instance.state() == CandidateState.LEADER && !recorded
                ? "silent"
                : instance.state().code();
    }

    /** Returns one line about the leader. */
    static String describe(LeaderInfo leader) {
        return "led by " + leader.instanceId() + epoch(leader) + ", since "
                + StatusJson.time(leader.since())
                + leader.url().map(url -> ", at " + url).orElse("");
    }

    private static String epoch(LeaderInfo leader) {
        return leader.confirmedEpoch().isPresent() ? ", epoch " + leader.epoch() : ", without an epoch";
    }

    private static String age(Instant then) {
        long millis = Math.max(0, Duration.between(then, Instant.now()).toMillis());
        return millis < 1000 ? "now" : millis / 1000 + " s ago";
    }
}
