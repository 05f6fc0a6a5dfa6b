package dev.baton.lab.quorum;

import dev.baton.lab.LabProcess;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Three processes of one engine, each with its usual settings, of which one leads. */
abstract class PeerCluster implements AutoCloseable {
    static final List<String> IDS = List.of("n1", "n2", "n3");

    private static final long PATIENCE_SECONDS = 120;

    /**
     * Who leads.
     *
     * @param at since when, as the one that says so knows it, in monotonic nanoseconds
     */
    record Leader(String id, long at) {}

    private final Map<String, LabProcess> members = new HashMap<>();

    /** Starts the process of one, the first time and again. */
    abstract LabProcess launch(String id) throws IOException;

    /** Whether one takes part, as far as that can be asked. */
    abstract boolean isEnabled(String id);

    /** The leader who is not that one, if there is one now. */
    abstract Optional<Leader> leader(String but, Map<String, LabProcess> among) throws IOException;

    /** Starts one; returns when it takes part. */
    void start(String id) throws IOException, InterruptedException {
        members.put(id, launch(id));
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (members.size() == IDS.size() && !isEnabled(id) && System.nanoTime() < giveUp) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    /** Ends one as {@code kill -9} does, without waiting. */
    void kill(String id) {
        member(id).kill();
    }

    void awaitEnd(String id) throws InterruptedException {
        member(id).awaitEnd();
    }

    /** The memory that it has touched, in MiB. */
    double residentMiB(String id) throws IOException {
        return member(id).residentMiB();
    }

    private LabProcess member(String id) {
        return Objects.requireNonNull(members.get(id));
    }

    /** The next leader who is not that one, as soon as it is announced. */
    Leader awaitLeader(String but) throws IOException, InterruptedException {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (System.nanoTime() < giveUp) {
            Optional<Leader> leader = leader(but, members);
            if (leader.isPresent()) {
                return leader.get();
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
        throw new IOException("nobody leads after " + PATIENCE_SECONDS + " s");
    }

    @Override
    public void close() {
        members.values().forEach(LabProcess::kill);
        members.values().forEach(LabProcess::close);
    }
}
