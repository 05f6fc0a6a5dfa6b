package dev.baton.postgres;

import dev.baton.spi.AdvisoryKeys;
import java.time.Duration;
import java.util.Optional;

/**
 * A request to raise an election's epoch, by the session that holds its lock. See {@link EpochRaises}.
 *
 * @param livenessKey the liveness key of the lock session
 * @param seen the row as it was when the lock was taken; the raise fails if the row has changed since
 * @param tenure the random id of the tenure that begins
 * @param floor the highest epoch that the candidate remembers; the new epoch is higher
 */
record EpochRaise(
        String election,
        AdvisoryKeys keys,
        String instanceId,
        String url,
        long livenessKey,
        String tenure,
        Optional<EpochRow> seen,
        long floor,
        long patienceMillis) {

    /** Returns a raise that changes nothing: it expects a row under a name that no election can have. */
    static EpochRaise rehearsal(String name) {
        return new EpochRaise(
                name, AdvisoryKeys.of(name), "", "", 0, "", Optional.of(EpochRow.none(name, Duration.ZERO)), 0, 0);
    }

    /** Logs an error if the candidate remembers a higher epoch than the table had: data was restored or lost. */
    void logIfEpochsWentBack(long raisedTo, String store) {
        long recorded = seen.map(EpochRow::epoch).orElse(0L);
        if (floor > recorded) {
            KnownEpochs.logWentBack(election, store, recorded, floor, raisedTo);
        }
    }
}
