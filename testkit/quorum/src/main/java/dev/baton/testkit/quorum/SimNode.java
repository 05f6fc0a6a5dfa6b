package dev.baton.testkit.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One simulated member: its machine, its disk and its process. */
final class SimNode {
    final int index;
    final String id;
    SimClock clock;
    final SimDisk disk;
    /** The id of the machine's boot. */
    String boot;

    @Nullable
    SimProcess process;
    /** Whether a process runs, or is starting. */
    boolean running;
    /** Start of the last process. */
    long incarnation;
    /** Real time until which the process is frozen. */
    long frozenUntil;
    /** Number of starts. */
    int starts;

    boolean candidate = true;
    int slowDisk;
    /** Number of active faults that lead the connections of this node to another one. */
    int misrouted;

    long crashedAt;
    /** Whether its process ends in order, which takes a while if it has a claim. */
    boolean closing;
    /** Whether it starts again when its process, which is closing, has ended. */
    boolean restarts;
    /** Whether its peers refuse it for good: its disk is an earlier copy, or another process has its name. */
    boolean refused;
    /** The lease in this member's settings. */
    Duration lease;
    /** Whether confirmed votes are gone, and no process has started since. */
    boolean reverted;
    /** Its disk at each start, if the schedule needs it. */
    final List<DiskSnapshot> snapshots = new ArrayList<>();

    /**
     * A copy of a disk.
     *
     * @param store the number of the disk
     * @param incarnation the start that began with it
     */
    record DiskSnapshot(Map<String, SimFile> files, long store, long incarnation) {}

    SimNode(int index, String id, SimClock clock, SimDisk disk, String boot, Duration lease) {
        this.index = index;
        this.id = id;
        this.clock = clock;
        this.disk = disk;
        this.boot = boot;
        this.lease = lease;
    }

    boolean isRunning() {
        return running;
    }
}
