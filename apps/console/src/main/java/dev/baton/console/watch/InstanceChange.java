package dev.baton.console.watch;

import dev.baton.console.view.ElectionView;
import dev.baton.console.view.InstanceSighting;
import dev.baton.console.view.LiveInstances;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Somebody who came or went.
 *
 * @param kind {@code joined}, {@code left}, or {@code aged_out} for one that still stands on the roster
 */
record InstanceChange(String kind, String instanceId) {

    static List<InstanceChange> between(LiveInstances before, LiveInstances after, ElectionView roster) {
        Set<String> earlier = ids(before.instances());
        Set<String> later = ids(after.instances());
        Set<String> listed = ids(roster.instances());
        List<InstanceChange> arrivals = new ArrayList<>();
        for (String id : later) {
            if (!earlier.contains(id)) {
                arrivals.add(new InstanceChange("joined", id));
            }
        }
        for (String id : earlier) {
            if (!later.contains(id)) {
                arrivals.add(new InstanceChange(listed.contains(id) ? "aged_out" : "left", id));
            }
        }
        return arrivals;
    }

    private static Set<String> ids(List<InstanceSighting> sightings) {
        Set<String> ids = new TreeSet<>();
        sightings.forEach(sighting -> ids.add(sighting.instanceId()));
        return ids;
    }
}
