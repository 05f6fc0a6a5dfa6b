package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.file.record.EpochState;
import dev.baton.file.record.LockRecord;
import dev.baton.support.time.UnchangedTimer;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Measures how long each lock file has been unchanged on the monotonic clock of this process, and remembers the last
 * holder seen. It covers a wall clock that was set back, after which claims have times in the future. Thread-safe.
 */
final class LockFileTimers {
    /** A holder that restores its claim raises the sequence number. */
    private record EpochMark(long epoch, long seq) {
        static EpochMark of(EpochState state) {
            return new EpochMark(state.epoch(), state.seq());
        }
    }

    private record Renewal(long epoch, Instant at) {
        Renewal later(Renewal read) {
            return read.epoch > epoch || (read.epoch == epoch && read.at.isAfter(at)) ? read : this;
        }
    }

    private final BatonClock clock;
    private final UnchangedTimer<String, Object> contents = new UnchangedTimer<>();
    private final UnchangedTimer<String, EpochMark> reservations = new UnchangedTimer<>();
    private final Map<String, Renewal> renewals = new ConcurrentHashMap<>();
    private final Map<String, EpochState> lastHolders = new ConcurrentHashMap<>();

    LockFileTimers(BatonClock clock) {
        this.clock = clock;
    }

    /** Returns how long this record has been seen unchanged; zero the first time. */
    Duration recordUnchanged(String election, byte[] bytes) {
        return contents.observe(election, ByteBuffer.wrap(bytes), clock.nanos());
    }

    /**
     * Returns how long the lock file has been seen without a claim. The epoch is part of the comparison: a claim that
     * was restored and lost between two attempts starts the time again.
     */
    Duration emptyUnchanged(String election, Optional<EpochState> epoch) {
        return contents.observe(election, epoch.map(EpochMark::of), clock.nanos());
    }

    /** Returns whether this process has seen a later renewal of the tenure than this record of it. */
    boolean isOldCopy(String election, LockRecord record) {
        Renewal read = new Renewal(record.epoch(), record.claimedAt());
        Renewal latest = renewals.merge(election, read, Renewal::later);
        return latest.epoch == read.epoch && latest.at.isAfter(read.at);
    }

    Duration reservationUnchanged(String election, EpochState state) {
        return reservations.observe(election, EpochMark.of(state), clock.nanos());
    }

    void rememberHolder(String election, EpochState state) {
        lastHolders.put(election, state);
    }

    Optional<EpochState> lastHolder(String election) {
        return Optional.ofNullable(lastHolders.get(election));
    }

    /** Forgets the times, but not the last holder. */
    void reset(String election) {
        contents.forget(election);
        reservations.forget(election);
    }
}
