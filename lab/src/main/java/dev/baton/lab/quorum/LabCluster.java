package dev.baton.lab.quorum;

import dev.baton.lab.LabProcess;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A cluster of programs of the lab, which send {@code acquired NANOS} when they become leader. */
final class LabCluster extends PeerCluster {

    /** Starts one member, for the first time or again. */
    interface Launcher {
        LabProcess launch(String id) throws IOException;
    }

    private static final Leader NONE = new Leader("", Long.MIN_VALUE);

    private final Launcher launcher;
    private Leader latest = NONE;

    LabCluster(List<String> ids, Launcher launcher) {
        super(ids);
        this.launcher = launcher;
    }

    @Override
    LabProcess launch(String id) throws IOException {
        return launcher.launch(id);
    }

    /** Forgets the leader and drops all replies received so far. */
    void clearReplies() {
        latest = NONE;
        ids().forEach(id -> member(id).clearReplies());
    }

    /** Returns the leader that acquired last, because the leadership can move without a kill. */
    @Override
    Optional<Leader> leader(String except) throws Exception {
        for (String id : ids()) {
            if (!id.equals(except)) {
                readAcquired(id);
            }
        }
        return Optional.of(latest)
                .filter(leader -> !leader.id().isEmpty() && !leader.id().equals(except));
    }

    private void readAcquired(String id) throws Exception {
        LabProcess member = member(id);
        for (var reply = member.await("acquired", 0); reply.isPresent(); reply = member.await("acquired", 0)) {
            long at = Long.parseLong(reply.get().get(0));
            latest = at > latest.at() ? new Leader(id, at) : latest;
        }
    }
}
