package dev.baton.postgres;

import dev.baton.RetryStrategy;
import dev.baton.spi.AdvisoryKeys;
import dev.baton.spi.BackendDefaults;
import dev.baton.support.text.Durations;
import java.time.Duration;
import java.util.Optional;

/**
 * Options of the elections in one database. The parameters of a {@code postgres:} URL have the same names.
 *
 * <pre>{@code
 * PostgresOptions options = PostgresOptions.defaults().withSchema("ops").withPatience(Duration.ofSeconds(8));
 * }</pre>
 *
 * @param takeover how a successor treats a predecessor whose session ended without a release
 * @param keys explicit lock keys, for exactly one election; without them the keys follow from the election's name
 * @param schema the schema of the tables, if it is not on the search path
 * @param patience how long the server keeps the lock session of an unresponsive process; every validity is shorter
 * @param rearm the longest single wait of a waiting session, and so the longest time that it holds back VACUUM
 */
public record PostgresOptions(
        TakeoverMode takeover,
        Optional<AdvisoryKeys> keys,
        Optional<String> schema,
        Duration patience,
        Duration rearm) {
    static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(16);
    static final Duration DEFAULT_REARM = Duration.ofSeconds(30);

    private static final Duration MIN_PATIENCE = Duration.ofMillis(800);
    private static final Duration MAX_PATIENCE = Duration.ofHours(1);
    private static final Duration MIN_REARM = Duration.ofMillis(100);
    /** The driver counts the milliseconds of a timeout in an int. */
    private static final Duration MAX_REARM = Duration.ofDays(1);

    /** Checks the durations. */
    public PostgresOptions {
        Durations.refuseTooLong("patience", patience);
        Durations.refuseTooLong("rearm", rearm);
        if (patience.compareTo(MIN_PATIENCE) < 0 || patience.compareTo(MAX_PATIENCE) > 0) {
            throw new IllegalArgumentException("unsafe timing: patience must be from " + MIN_PATIENCE.toMillis()
                    + " to " + MAX_PATIENCE.toMillis() + " ms, but is " + patience.toMillis() + " ms");
        }
        if (rearm.compareTo(MIN_REARM) < 0 || rearm.compareTo(MAX_REARM) > 0) {
            throw new IllegalArgumentException("rearm must be from " + MIN_REARM.toMillis() + " to "
                    + MAX_REARM.toMillis() + " ms, but is " + rearm.toMillis() + " ms");
        }
    }

    /** Returns the defaults: fenced takeover, keys by name, tables on the search path, a patience of 16 s. */
    public static PostgresOptions defaults() {
        return new PostgresOptions(
                TakeoverMode.FENCED, Optional.empty(), Optional.empty(), DEFAULT_PATIENCE, DEFAULT_REARM);
    }

    /** Returns these options with another takeover mode. */
    public PostgresOptions withTakeover(TakeoverMode value) {
        return new PostgresOptions(value, keys, schema, patience, rearm);
    }

    /** Returns these options with explicit lock keys. The connection is then limited to one election. */
    public PostgresOptions withKeys(int key1, int key2) {
        return new PostgresOptions(takeover, Optional.of(new AdvisoryKeys(key1, key2)), schema, patience, rearm);
    }

    /** Returns these options with the tables in the given schema. */
    public PostgresOptions withSchema(String value) {
        return new PostgresOptions(takeover, keys, Optional.of(value), patience, rearm);
    }

    /** Returns these options with another patience. */
    public PostgresOptions withPatience(Duration value) {
        return new PostgresOptions(takeover, keys, schema, value, rearm);
    }

    /** Returns these options with another limit for a single wait. */
    public PostgresOptions withRearm(Duration value) {
        return new PostgresOptions(takeover, keys, schema, patience, value);
    }

    /** Returns the durations that follow from the patience; at 16 s: validity 15 s, renewed every 5 s. */
    BackendDefaults timing() {
        return new BackendDefaults(
                patience.multipliedBy(15).dividedBy(16),
                patience.minusMillis(1),
                patience.dividedBy(32),
                patience.multipliedBy(5).dividedBy(16),
                requestTimeout(),
                RetryStrategy.exponential());
    }

    Duration validity() {
        return timing().validity();
    }

    Duration requestTimeout() {
        return patience.dividedBy(8);
    }

    /** Returns the explicit keys, or those that follow from the election's name. */
    AdvisoryKeys keysOf(String election) {
        return keys.orElseGet(() -> AdvisoryKeys.of(election));
    }
}
