package dev.baton.console.view;

import dev.baton.ClockReading;
import dev.baton.InstanceStatus;
import dev.baton.support.text.Names;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The latest status of every instance of one election. Immutable.
 *
 * @param instances the instances on the roster by id, including those that are no longer live
 */
public record ElectionView(String election, List<InstanceSighting> instances) {
    /** A status with a later timestamp is ignored. */
    private static final Duration MAX_CLOCK_SKEW = Duration.ofSeconds(5);

    /** Returns the view of an election without instances. */
    public static ElectionView of(String election) {
        return new ElectionView(election, List.of());
    }

    /**
     * Returns the view after the whole roster was read: newer statuses replace older ones, instances that are no longer
     * on the roster are removed, and invalid statuses are ignored. Returns this object if nothing changed.
     */
    public ElectionView update(List<InstanceStatus> roster, ClockReading now) {
        Map<String, InstanceSighting> before = new TreeMap<>();
        instances.forEach(sighting -> before.put(sighting.instanceId(), sighting));
        Map<String, InstanceSighting> next = new TreeMap<>();
        for (InstanceStatus status : roster) {
            if (isValid(status, now)) {
                Optional<InstanceSighting> known =
                        Optional.ofNullable(next.getOrDefault(status.instanceId(), before.get(status.instanceId())));
                next.put(status.instanceId(), latest(known, status, now));
            }
        }
        List<InstanceSighting> updated = List.copyOf(next.values());
        return updated.equals(instances) ? this : new ElectionView(election, updated);
    }

    private boolean isValid(InstanceStatus status, ClockReading now) {
        return status.election().equals(election)
                && Names.isName(status.instanceId())
                && status.epoch() >= 0
                && status.timestamp().toEpochMilli() - now.wallMillis() <= MAX_CLOCK_SKEW.toMillis();
    }

    private static InstanceSighting latest(Optional<InstanceSighting> known, InstanceStatus status, ClockReading now) {
        if (known.isPresent() && !isNewer(status, known.get().status())) {
            return known.get();
        }
        long ageMillis = Math.max(0, now.wallMillis() - status.timestamp().toEpochMilli());
        return new InstanceSighting(status, now.nanos() - ageMillis * 1_000_000);
    }

    /** Of two different statuses with the same timestamp, the one that arrived later is newer. */
    private static boolean isNewer(InstanceStatus status, InstanceStatus known) {
        return status.timestamp().isAfter(known.timestamp())
                || (status.timestamp().equals(known.timestamp()) && !status.equals(known));
    }

    /** Returns the view as if all instances had been seen later: the console did not run for that time. */
    public ElectionView shifted(Duration by) {
        return new ElectionView(
                election,
                instances.stream()
                        .map(sighting -> new InstanceSighting(sighting.status(), sighting.seenAt() + by.toNanos()))
                        .toList());
    }

    /** Returns the latest status of an instance. */
    public Optional<InstanceSighting> instance(String instanceId) {
        return instances.stream()
                .filter(sighting -> sighting.instanceId().equals(instanceId))
                .findFirst();
    }

    /** Returns the live instances at a moment of the console's monotonic clock. */
    public LiveInstances liveAt(long nanos) {
        List<InstanceSighting> live = instances.stream()
                .filter(sighting -> sighting.age(nanos).compareTo(LiveInstances.MAX_AGE) <= 0)
                .toList();
        Optional<InstanceSighting> leader = live.stream()
                .filter(sighting -> sighting.status().isLeader())
                .max(Comparator.comparingLong(InstanceSighting::seenAt)
                        .thenComparingLong(sighting -> sighting.status().epoch()));
        return new LiveInstances(live, leader);
    }
}
