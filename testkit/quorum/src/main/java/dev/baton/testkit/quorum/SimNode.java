package dev.baton.testkit.quorum;

import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.WriteBacklog;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One simulated machine and its process. */
final class SimNode {
    final int index;
    final String id;
    SimClock clock;
    final SimDisk disk;

    @Nullable
    MemberNode process;
    /** Real time until which the process is frozen. */
    long frozenUntil;
    /** Real time of the next scheduled tick. */
    long wakeAt = Long.MAX_VALUE;
    /** Number of starts; a write of an earlier process is not reported to a later one. */
    int starts;

    boolean candidate = true;
    int fullDisk;
    int slowDisk;
    SimDisk.@Nullable Fate crashAtNextWrite;
    /** Requests that wait until the disk has finished its current write. */
    WriteBacklog backlog = new WriteBacklog();

    boolean writing;
    long crashedAt;
    /** Whether the next start cannot prove that it knows all promises. */
    boolean rebooted;
    /** Whether the next start has a new disk, which has given no promise. */
    boolean wiped;
    /** Until when the member abstains; a restart does not end that. */
    long abstainUntil = Long.MIN_VALUE;
    /** The lease in this member's settings. */
    Duration lease;

    SimNode(int index, String id, SimClock clock, SimDisk disk, Duration lease) {
        this.lease = lease;
        this.index = index;
        this.id = id;
        this.clock = clock;
        this.disk = disk;
    }

    boolean isRunning() {
        return process != null;
    }

    long incarnation() {
        return disk.incarnation;
    }
}
