package dev.baton.cli;

import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.spi.StatusJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a watcher saw of one election. While the store could not be read, the election changed unseen: durations that end
 * later are known only as upper bounds, and an instance that the store does not list at first need not have left.
 */
final class WatchedElection {
    /** The time in which instances connect to a store again, and are listed, after it could not be read. */
    static final Duration RETURN = Duration.ofSeconds(30);

    /** With the instances that may return. */
    private ElectionStatus known;

    private final Set<String> unlisted = new HashSet<>();
    private Moment lastRead;
    /** When the store last confirmed the leader of {@link #known}, or that there is none. */
    private Moment confirmed;

    private Optional<Moment> leaderlessSince;
    private Optional<Moment> lastOutage = Optional.empty();
    /** Whether an outage falls into the time since {@link #confirmed}. */
    private boolean unsure;
    /** When the leader had published the first status that was read after an outage. */
    private Optional<Instant> published = Optional.empty();

    WatchedElection(ElectionStatus first, Moment read) {
        known = first;
        lastRead = read;
        confirmed = read;
        leaderlessSince = first.leader().isPresent() ? Optional.empty() : Optional.of(read);
    }

    boolean isReadSince(Moment time) {
        return !lastRead.isBefore(time);
    }

    /** Notes that the store could not be read until now. */
    void missed(Moment now) {
        lastOutage = Optional.of(now);
        unsure = true;
        published = Optional.empty();
    }

    /** Returns the changes up to the given status, which was read, or pushed by the store, at that moment. */
    List<ColouredText> changesTo(ElectionStatus found, Moment now) {
        List<InstanceStatus> absent = absentFrom(found);
        boolean mayReturn =
                lastOutage.filter(end -> now.since(end).compareTo(RETURN) < 0).isPresent();
        List<ColouredText> overdue = mayReturn ? List.of() : dropUnlisted(absent);
        ElectionStatus after = mayReturn ? withInstances(found, absent) : found;
        Optional<Duration> leaderless = leaderlessSince.map(now::since);
        List<ColouredText> changes =
                new ArrayList<>(StatusChanges.between(known, after, leaderless, unsure, now.time()));
        changes.addAll(overdue);
        noteLeader(found, now, mayReturn);
        known = after;
        lastRead = now;
        return changes;
    }

    private List<InstanceStatus> absentFrom(ElectionStatus found) {
        Set<String> listed =
                found.instances().stream().map(InstanceStatus::instanceId).collect(Collectors.toSet());
        List<InstanceStatus> absent = known.instances().stream()
                .filter(instance -> !listed.contains(instance.instanceId()))
                .toList();
        unlisted.removeAll(listed);
        return absent;
    }

    private List<ColouredText> dropUnlisted(List<InstanceStatus> absent) {
        List<InstanceStatus> gone = absent.stream()
                .filter(instance -> unlisted.contains(instance.instanceId()))
                .toList();
        unlisted.clear();
        known = new ElectionStatus(
                known.election(),
                known.leader(),
                known.instances().stream()
                        .filter(instance -> !gone.contains(instance))
                        .toList());
        return gone.stream()
                .map(instance -> TextColour.NONE.of(
                        instance.instanceId() + " left; last seen at " + StatusJson.time(instance.timestamp())))
                .toList();
    }

    private ElectionStatus withInstances(ElectionStatus found, List<InstanceStatus> absent) {
        absent.forEach(instance -> unlisted.add(instance.instanceId()));
        return new ElectionStatus(
                found.election(),
                found.leader(),
                Stream.concat(found.instances().stream(), absent.stream()).toList());
    }

    private void noteLeader(ElectionStatus found, Moment now, boolean soonAfterOutage) {
        boolean changed = !StatusChanges.isSameLeader(known.leader(), found.leader());
        if (changed && found.leader().isPresent()) {
            leaderlessSince = Optional.empty();
            published = Optional.empty();
            unsure &= soonAfterOutage; // until then, the store may still report what has ended meanwhile
        } else if (changed) {
            leaderlessSince = Optional.of(unsure ? confirmed : now);
        }
        boolean agrees = agrees(found);
        if (agrees) {
            checkPublished(found);
        }
        if (!unsure && (changed || agrees)) {
            confirmed = now;
        }
    }

    /** The leader was pushed before the instances were read. */
    private static boolean agrees(ElectionStatus found) {
        return found.instances().stream()
                .allMatch(instance -> instance.isLeader()
                        == found.leader()
                                .filter(leader -> leader.instanceId().equals(instance.instanceId()))
                                .isPresent());
    }

    /** The record of a leader can outlive its leadership, but a leader that publishes after an outage still leads. */
    private void checkPublished(ElectionStatus found) {
        Optional<Instant> latest = found.instances().stream()
                .filter(instance -> instance.isLeader() && instance.state() == CandidateState.LEADER)
                .map(InstanceStatus::timestamp)
                .findFirst();
        if (published.isEmpty()) {
            published = latest;
        } else if (latest.filter(published.get()::isBefore).isPresent()) {
            unsure = false;
        }
    }
}
