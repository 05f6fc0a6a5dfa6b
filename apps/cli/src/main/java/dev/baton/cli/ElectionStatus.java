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
import java.util.stream.Stream;
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

    /** Returns whether there is a leader or a live instance. */
    boolean isPresent() {
        return leader.isPresent() || !instances.isEmpty();
    }

    /** Returns the instances other than the leader, without those whose last status is that of a leader. */
    Stream<InstanceStatus> standbys() {
        return instances.stream().filter(instance -> !isRecorded(instance) && !isSilent(instance));
    }

    Map<String, @Nullable Object> json() {
        return ElectionStatusJson.of(
                election,
                leader,
                instances.stream().map(ElectionStatusJson::instance).toList());
    }

    /**
     * Returns the leader and a table of the instances, each line with a line feed.
     *
     * @param store what was read, which may not be what the caller meant if nobody leads there
     */
    String details(CommandContext context, Instant now, String store) {
        TextTable line = line(context, leader.isPresent() ? summary(now) : "no leader in " + store);
        if (!line.fits() && leader.isPresent()) {
            line = line(context, "led by " + leader.get().instanceId() + epoch(leader.get()) + age(leader.get(), now));
        }
        return line.toString() + (instances.isEmpty() ? "" : table(context, now));
    }

    private TextTable line(CommandContext context, String who) {
        return TextTable.on(context).row(TextColour.BOLD.of(election), who);
    }

    private TextTable table(CommandContext context, Instant now) {
        TextTable table = TextTable.on(context)
                .row("  INSTANCE", "STATE", "PRIORITY", "HEALTHY", "LAST SEEN")
                .keep(1, 4)
                .omit(2);
        for (InstanceStatus instance : instances) {
            table.row(
                    "  " + instance.instanceId(),
                    state(instance),
                    instance.priority(),
                    instance.healthy() ? "yes" : TextColour.RED.of("no"),
                    age(instance.timestamp(), now));
        }
        return table;
    }

    /** Returns who leads, in one line. */
    String summary(Instant now) {
        return leader.map(record -> "led by " + record.instanceId() + epoch(record) + ", since "
                        + StatusJson.time(record.since()) + age(record, now)
                        + record.url().map(url -> ", at " + url).orElse(""))
                .orElse("no leader");
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
    private ColouredText state(InstanceStatus instance) {
        if (isSilent(instance)) {
            return TextColour.YELLOW.of("silent");
        }
        return (isRecorded(instance) ? TextColour.GREEN : TextColour.NONE)
                .of(StateText.of(instance.state().code()));
    }

    private boolean isSilent(InstanceStatus instance) {
        return instance.state() == CandidateState.LEADER && !isRecorded(instance);
    }

    private boolean isRecorded(InstanceStatus instance) {
        return leader.filter(record -> record.instanceId().equals(instance.instanceId()))
                .isPresent();
    }

    /** Returns the epoch of a leader for a sentence; the leader of another program may have none. */
    static String epoch(LeaderInfo leader) {
        return leader.confirmedEpoch().isPresent() ? ", epoch " + leader.epoch() : ", without an epoch";
    }

    private static String age(LeaderInfo leader, Instant now) {
        return " (" + ShortDuration.rounded(Duration.between(leader.since(), now)) + ")";
    }

    private static String age(Instant then, Instant now) {
        Duration age = Duration.between(then, now);
        return age.toMillis() < 1000 ? "now" : ShortDuration.rounded(age) + " ago";
    }
}
