package dev.baton.file;

import dev.baton.file.record.LockRecord;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.FailoverTimes;
import java.time.Duration;
import java.util.List;

/** The longest a change of leader takes, computed. */
final class FileFailoverTimes {
    /** Two requests of the successor, one of which may be queued behind a renewal pass. */
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
                        "all candidates run on one machine, on one local file system whose flock(2) works",
                        "kill and release take milliseconds by push; the figures are for a push that got lost,"
                                + " when the poll every " + FileBackend.POLL.toMillis() + " ms finds the change",
                        "the kernel frees a killed process's memory before its locks: about 3 ms for 64 MB,"
                                + " 500 ms for 8 GB, to be added to kill; so is what its held processes take to end",
                        "a frozen leader is succeeded when its claim is older than "
                                + LockRecord.STALE_AFTER.toMillis() + " ms, unless it was frozen inside the few"
                                + " microseconds in which it held the lock file's lock; what it started under a hold"
                                + " must end by then (the dead-man of baton run sees to it): where that is frozen"
                                + " too, as in a paused container, nobody takes over until it goes on or is killed",
                        "partition means a disk that the leader cannot write and its successor can",
                        "a standby is ready: healthy, not yielding, of no lower priority than another"));
    }
}
