package dev.baton.testkit.quorum;

import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.WriteBacklog;
import org.jspecify.annotations.Nullable;

/** One simulated machine and the process on it. */
final class SimNode {
    final int index;
    final String id;
    final SimClock clock;
    final SimDisk disk;

    @Nullable
    MemberNode process;
    /** Real time until which the process stands still. */
    long stoppedUntil;
    /** Real time for which a wake-up is on the agenda. */
    long wakePlanned = Long.MAX_VALUE;
    /** Counts starts: answers of the disk to an earlier process are nobody's. */
    int starts;

    boolean stands = true;
    int fullDisk;
    int slowDisk;
    SimDisk.@Nullable Fate dieAtNextWrite;
    /** What waits for the disk, which does one thing at a time. */
    WriteBacklog backlog = new WriteBacklog();

    boolean writing;
    long diedAt;
    boolean rebooted;

    SimNode(int index, String id, SimClock clock, SimDisk disk) {
        this.index = index;
        this.id = id;
        this.clock = clock;
        this.disk = disk;
    }

    boolean isUp() {
        return process != null;
    }

    long incarnation() {
        return disk.incarnation();
    }
}
