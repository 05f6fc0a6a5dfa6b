package dev.baton.file;

import dev.baton.file.record.LockRecord;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.FailoverTimes;
import java.time.Duration;
import java.util.List;

/** Computes the worst-case time of a change of leader. */
final class FileFailoverTimes {
    /** For two requests of the successor, one of which may be queued behind a renewal. */
    private static final Duration OVERHEAD = Duration.ofMillis(500);

    private FileFailoverTimes() {}

    static FailoverTimes of(CandidateTiming timing) {
        Duration attempt = timing.requestTimeout().plus(OVERHEAD);
        Duration poll = FileBackend.POLL.plus(attempt);
        Duration stale = LockRecord.STALE_AFTER.plus(attempt);
        return new FailoverTimes(
                poll,
                stale,
                stale,
                poll,
                List.of(
                        "all candidates run on one machine and use one local file system with a working flock(2)",
                        "after a kill or a release, a notification makes the change take milliseconds; the figures are"
                                + " for a lost notification, when the poll every " + FileBackend.POLL.toMillis()
                                + " ms finds the change",
                        "the kernel frees a killed process's memory before its locks: add about 3 ms for 64 MB or"
                                + " 500 ms for 8 GB to kill, and the time until its command has ended",
                        "a frozen leader is replaced when its claim is older than "
                                + LockRecord.STALE_AFTER.toMillis() + " ms, unless it froze within the few"
                                + " microseconds in which it held the lock of the lock file; its command must end by"
                                + " then (the watchdog of baton run ensures that); if the command is frozen too, as in"
                                + " a paused container, no standby takes over until it continues or is killed",
                        "partition means that the leader cannot write to the disk and a standby can",
                        "a standby is ready: healthy, not yielding, and no other standby has a higher priority"));
    }
}
