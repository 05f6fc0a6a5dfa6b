package dev.baton.lab.quorum;

import dev.baton.lab.LabProcess;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Programs of the lab, which say {@code started} and {@code acquired NANOS} themselves. */
final class LabCluster extends PeerCluster {

    /** How a member is started, the first time and again. */
    interface Cast {
        LabProcess start(String id) throws IOException;
    }

    private final Cast cast;
    private Leader last = new Leader("", Long.MIN_VALUE);

    LabCluster(Cast cast) {
        this.cast = cast;
    }

    @Override
    LabProcess launch(String id) throws IOException {
        return cast.start(id);
    }

    /** Nobody has to ask: they say so when they lead. */
    @Override
    boolean isEnabled(String id) {
        return true;
    }

    /** A leader may have been followed by another one, unasked: the latest counts. */
    @Override
    Optional<Leader> leader(String but, Map<String, LabProcess> among) throws IOException {
        for (Map.Entry<String, LabProcess> each : among.entrySet()) {
            hear(each.getKey(), each.getValue(), but);
        }
        return Optional.of(last)
                .filter(leader -> !leader.id().isEmpty() && !leader.id().equals(but));
    }

    private void hear(String id, LabProcess child, String but) throws IOException {
        if (id.equals(but)) {
            return;
        }
        for (Optional<List<String>> words = child.poll("acquired"); words.isPresent(); words = child.poll("acquired")) {
            long at = Long.parseLong(words.get().get(0));
            last = at > last.at() ? new Leader(id, at) : last;
        }
    }
}
