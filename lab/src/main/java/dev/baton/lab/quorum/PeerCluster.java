package dev.baton.lab.quorum;

import dev.baton.lab.LabProcess;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Processes of one system with its default settings, of which one leads. */
public abstract class PeerCluster implements AutoCloseable {
    private static final long TIMEOUT_SECONDS = 120;

    /**
     * The leader.
     *
     * @param at when its leadership was noticed, in monotonic nanoseconds
     */
    record Leader(String id, long at) {}

    private final List<String> ids;
    private final Map<String, LabProcess> members = new HashMap<>();

    PeerCluster(List<String> ids) {
        this.ids = ids;
    }

    /** Starts the process of a member, for the first time or again. */
    abstract LabProcess launch(String id) throws IOException;

    /** Returns whether a member takes part, if the system can be queried for it. */
    public boolean isReady(String id) {
        return true;
    }

    /** Returns the current leader, unless there is none or it is the given member. */
    abstract Optional<Leader> leader(String except) throws Exception;

    List<String> ids() {
        return ids;
    }

    LabProcess member(String id) {
        return Objects.requireNonNull(members.get(id));
    }

    /** Starts a member. Once all members run, waits until it takes part. */
    void start(String id) throws Exception {
        members.put(id, launch(id));
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (members.size() == ids.size() && !isReady(id) && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    void startAll() throws Exception {
        for (String id : ids) {
            start(id);
        }
    }

    /** Waits for a leader other than the given member. */
    Leader awaitLeader(String except) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (System.nanoTime() < deadline) {
            Optional<Leader> leader = leader(except);
            if (leader.isPresent()) {
                return leader.get();
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
        throw new IOException("no leader within " + TIMEOUT_SECONDS + " s");
    }

    /** Waits until the members are idle, with a random part that avoids synchrony with heartbeats. */
    String settledLeader() throws Exception {
        awaitLeader("");
        TimeUnit.MILLISECONDS.sleep(2_500 + ThreadLocalRandom.current().nextInt(1_000));
        return awaitLeader("").id();
    }

    @Override
    public void close() {
        members.values().forEach(LabProcess::kill);
        members.values().forEach(LabProcess::close);
    }
}
