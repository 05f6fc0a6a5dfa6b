package dev.baton.postgres;

import dev.baton.internal.retry.ExponentialBackoff;
import dev.baton.spi.AdvisoryKeys;
import dev.baton.spi.BackendDefaults;
import java.time.Duration;
import java.util.Optional;

/**
 * How elections are held on a server.
 *
 * @param takeover what a successor does when its predecessor's session ended without a release
 * @param keys explicit keys; they bind exactly one election. Without them every name has its own
 * @param schema where the tables are, when they are not on the search path
 * @param patience how long the server keeps a silent lock session; every validity is shorter
 * @param rearm how long a waiting session waits in one go: VACUUM is held back for no longer
 */
public record PostgresOptions(
        TakeoverMode takeover,
        Optional<AdvisoryKeys> keys,
        Optional<String> schema,
        Duration patience,
        Duration rearm) {
    /** A lock session that stays silent for longer than this is ended by the server. */
    public static final Duration USUAL_PATIENCE = Duration.ofSeconds(16);

    /** How long a waiting session waits in one go. */
    public static final Duration USUAL_REARM = Duration.ofSeconds(30);

    private static final Duration SHORTEST = Duration.ofMillis(800);
    private static final Duration LONGEST = Duration.ofHours(1);

    public PostgresOptions {
        if (patience.compareTo(SHORTEST) < 0 || patience.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("unsafe timing: " + SHORTEST.toMillis() + " ms <= patience <= "
                    + LONGEST.toMillis() + " ms does not hold: patience is " + patience.toMillis() + " ms");
        }
        if (rearm.compareTo(Duration.ofMillis(100)) < 0) {
            throw new IllegalArgumentException("rearm must be at least 100 ms, but is " + rearm.toMillis() + " ms");
        }
    }

    /** Fenced takeover, a key for each name, tables on the search path, a patience of 16 s. */
    public static PostgresOptions usual() {
        return new PostgresOptions(
                TakeoverMode.FENCED, Optional.empty(), Optional.empty(), USUAL_PATIENCE, USUAL_REARM);
    }

    /** The durations that follow from the patience; at 16 s: validity 15 s, renewed every 5 s. */
    BackendDefaults defaults() {
        return new BackendDefaults(
                patience.multipliedBy(15).dividedBy(16),
                patience.minusMillis(1),
                patience.dividedBy(32),
                patience.multipliedBy(5).dividedBy(16),
                requestTimeout(),
                new ExponentialBackoff());
    }

    Duration validity() {
        return defaults().validity();
    }

    Duration requestTimeout() {
        return patience.dividedBy(8);
    }

    /** The keys of an election: the given ones, or those of its name. */
    AdvisoryKeys keysOf(String election) {
        return keys.orElseGet(() -> AdvisoryKeys.of(election));
    }
}
