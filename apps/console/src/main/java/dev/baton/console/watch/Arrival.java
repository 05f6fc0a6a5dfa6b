package dev.baton.console.watch;

import dev.baton.console.view.ElectionView;
import dev.baton.console.view.LiveView;
import dev.baton.console.view.Sighting;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Somebody who came or went.
 *
 * @param kind {@code joined}, {@code left}, or {@code aged_out} for one that still stands on the roster
 */
record Arrival(String kind, String instanceId) {

    static List<Arrival> between(LiveView before, LiveView after, ElectionView roster) {
        Set<String> earlier = ids(before.instances());
        Set<String> later = ids(after.instances());
        Set<String> listed = ids(roster.instances());
        List<Arrival> arrivals = new ArrayList<>();
        for (String id : later) {
            if (!earlier.contains(id)) {
                arrivals.add(new Arrival("joined", id));
            }
        }
        for (String id : earlier) {
            if (!later.contains(id)) {
                arrivals.add(new Arrival(listed.contains(id) ? "aged_out" : "left", id));
            }
        }
        return arrivals;
    }

    private static Set<String> ids(List<Sighting> sightings) {
        Set<String> ids = new TreeSet<>();
        sightings.forEach(sighting -> ids.add(sighting.instanceId()));
        return ids;
    }
}
