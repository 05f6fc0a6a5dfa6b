package dev.baton.lab.nemesis.store;

import dev.baton.Baton;
import dev.baton.LeaderInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Claims in a store. */
final class OpenClaims {
    private OpenClaims() {}

    /** Returns a line for every election that has a leader. */
    static List<String> in(String url, List<String> elections) {
        List<String> found = new ArrayList<>();
        try (Baton baton = Baton.connect(url)) {
            for (String election : elections) {
                Optional<LeaderInfo> leader = baton.election(election).leader();
                leader.ifPresent(claim -> found.add(
                        "claim of " + claim.instanceId() + " with epoch " + claim.epoch() + " in " + election));
            }
        }
        return found;
    }
}
