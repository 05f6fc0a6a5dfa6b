package dev.baton.console.view;

import dev.baton.ClockReading;
import dev.baton.InstanceStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One election as its frames tell it: the latest of every instance, by id. Immutable.
 *
 * @param instances the latest sighting of each instance that is on the roster, stale ones included
 */
public record ElectionView(String election, List<InstanceSighting> instances) {

    /** An election nobody has been heard of. */
    public static ElectionView of(String election) {
        return new ElectionView(election, List.of());
    }

    /**
     * The view after a look at the whole roster: newer frames replace older ones, instances that the roster no
     * longer lists are gone, frames that are not sound change nothing. This very object when none of that happened.
     */
    public ElectionView after(List<InstanceStatus> listed, ClockReading now) {
        Map<String, InstanceSighting> before = new TreeMap<>();
        instances.forEach(sighting -> before.put(sighting.instanceId(), sighting));
        Map<String, InstanceSighting> next = new TreeMap<>();
        for (InstanceStatus frame : listed) {
            if (frame.election().equals(election) && StatusValidation.isSound(frame, now)) {
                Optional<InstanceSighting> known =
                        Optional.ofNullable(next.getOrDefault(frame.instanceId(), before.get(frame.instanceId())));
                next.put(frame.instanceId(), latest(known, frame, now));
            }
        }
        List<InstanceSighting> seen = List.copyOf(next.values());
        return seen.equals(instances) ? this : new ElectionView(election, seen);
    }

    private static InstanceSighting latest(Optional<InstanceSighting> known, InstanceStatus frame, ClockReading now) {
        if (known.isPresent() && !isNews(known.get().frame(), frame)) {
            return known.get();
        }
        long ageMillis = Math.max(0, now.wallMillis() - frame.timestamp().toEpochMilli());
        return new InstanceSighting(frame, now.nanos() - ageMillis * 1_000_000);
    }

    /** Of two frames of one time the one that says something else came later. */
    private static boolean isNews(InstanceStatus known, InstanceStatus frame) {
        return frame.timestamp().isAfter(known.timestamp())
                || (frame.timestamp().equals(known.timestamp()) && !frame.equals(known));
    }

    /** What counts at this moment of the console's monotonic clock. */
    public LiveInstances at(long nanos) {
        List<InstanceSighting> live = new ArrayList<>(instances.size());
        for (InstanceSighting sighting : instances) {
            if (sighting.age(nanos).compareTo(LiveInstances.LIVE) <= 0) {
                live.add(sighting);
            }
        }
        Optional<InstanceSighting> leader = live.stream()
                .filter(sighting -> sighting.frame().isLeader())
                .max(Comparator.comparingLong(InstanceSighting::seenAt)
                        .thenComparingLong(sighting -> sighting.frame().epoch()));
        return new LiveInstances(List.copyOf(live), leader);
    }
}
