package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.file.record.EpochState;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How long each lock file has stood still, by this process's own monotonic clock, and who was last seen
 * to hold it. Covers what the wall clock cannot: a step backward leaves claims from the future behind.
 */
final class LockFileTimers {
    private record Sighting(long fingerprint, long sinceNanos) {}

    private final BatonClock clock;
    private final Map<String, Sighting> records = new ConcurrentHashMap<>();
    private final Map<String, Sighting> reservations = new ConcurrentHashMap<>();
    private final Map<String, EpochState> lastKnown = new ConcurrentHashMap<>();

    LockFileTimers(BatonClock clock) {
        this.clock = clock;
    }

    /** How long this record has been seen unchanged; zero the first time. */
    Duration recordStood(String election, byte[] bytes) {
        return stood(records, election, fingerprint(bytes) | 1);
    }

    /**
     * How long nobody's claim has been seen there. A holder that restores its claim raises the sequence
     * number, so that a claim that came and went between two looks starts the time anew.
     */
    Duration emptyStood(String election, Optional<EpochState> epochs) {
        return stood(records, election, epochs.map(LockFileTimers::fingerprint).orElse(0L) << 1);
    }

    Duration reservationStood(String election, EpochState state) {
        return stood(reservations, election, fingerprint(state));
    }

    void remember(String election, EpochState state) {
        lastKnown.put(election, state);
    }

    Optional<EpochState> remembered(String election) {
        return Optional.ofNullable(lastKnown.get(election));
    }

    void forget(String election) {
        records.remove(election);
        reservations.remove(election);
    }

    private static long fingerprint(EpochState state) {
        return state.epoch() * 1_000_003 + state.seq();
    }

    /** FNV-1a: two stamps of one record must not look alike. */
    private static long fingerprint(byte[] bytes) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : bytes) {
            hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
        }
        return hash;
    }

    private Duration stood(Map<String, Sighting> seen, String election, long fingerprint) {
        long now = clock.nanos();
        Sighting sighting = seen.merge(
                election,
                new Sighting(fingerprint, now),
                (before, after) -> before.fingerprint() == fingerprint ? before : after);
        return Duration.ofNanos(now - sighting.sinceNanos());
    }
}
