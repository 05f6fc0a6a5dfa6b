package dev.baton.lab.nemesis.store;

import dev.baton.Baton;
import dev.baton.ConnectionException;
import dev.baton.LeaderInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Claims in a store. */
final class OpenClaims {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private OpenClaims() {}

    /** Returns a line for every election that has a leader. A store on a busy machine may need some attempts. */
    static List<String> in(String url, List<String> elections) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            try {
                return read(url, elections);
            } catch (ConnectionException silent) {
                if (System.nanoTime() - deadline > 0) {
                    throw silent;
                }
            }
        }
    }

    private static List<String> read(String url, List<String> elections) {
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
