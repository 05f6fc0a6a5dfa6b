package dev.baton.postgres;

import dev.baton.spi.AdvisoryKeys;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request to raise an election's epoch, by the session that holds its lock. See {@link EpochRaises}.
 *
 * @param livenessKey the liveness key of the lock session
 * @param seen the row as it was when the lock was taken; the raise fails if the row has changed since
 * @param floor the highest epoch that the candidate remembers; the new epoch is higher
 */
record EpochRaise(
        String election,
        AdvisoryKeys keys,
        String instanceId,
        String url,
        long livenessKey,
        Optional<EpochRow> seen,
        long floor,
        long patienceMillis) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    /** Returns a raise that changes nothing: it expects a row under a name that no election can have. */
    static EpochRaise rehearsal(String name) {
        return new EpochRaise(
                name, AdvisoryKeys.of(name), "", "", 0, Optional.of(EpochRow.none(name, Duration.ZERO)), 0, 0);
    }

    /** Logs an error if the candidate remembers a higher epoch than the table had: data was restored or lost. */
    void logIfEpochsWentBack(long raisedTo, String store) {
        long recorded = seen.map(EpochRow::epoch).orElse(0L);
        if (floor > recorded) {
            LOG.error(
                    "election={} epochs in {} went back: the table has {}, but epoch {} has been in use. The data was"
                            + " restored, replaced or lost. The next epoch is {}, above all known ones. Check the"
                            + " other data of that database",
                    election,
                    store,
                    recorded,
                    floor,
                    raisedTo);
        }
    }
}
