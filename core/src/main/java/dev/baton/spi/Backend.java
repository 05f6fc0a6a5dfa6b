package dev.baton.spi;

import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.Tenure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A connection of one process to one store. Thread-safe. No method blocks unless its description says so, and stages
 * complete exceptionally if the store cannot be reached.
 *
 * <p>Only {@link Contender#acquire}, {@link #renew} and {@link Contender#release} matter for safety. A backend passes
 * {@code BackendContract} of the testkit.
 *
 * <pre>{@code
 * Backend backend = new MyBackend(clock);
 * Contender contender = backend.contend(new ContenderSettings("nightly-report", "replica-1", 0, "", signals));
 * contender.acquire(0).thenAccept(outcome -> log.info("{}", outcome));
 * }</pre>
 */
public interface Backend extends AutoCloseable {

    /** Returns the store's name for logs and errors, without a password. */
    String describe();

    /** Returns whether the backend is enabled. If it is not, starting a candidate does nothing. */
    default boolean isEnabled() {
        return true;
    }

    /** Returns the backend's addition to log lines of an election: {@code key=value} pairs, or an empty string. */
    default String logTags(String election) {
        return "";
    }

    /** Returns the default durations for this store. */
    BackendDefaults defaults();

    /** Returns a new instance id, for a candidate without one. Unique in the store. */
    String newInstanceId();

    /**
     * Registers a candidate and returns its side of the protocol. Local only: the store is not changed before the first
     * {@link Contender#acquire}.
     */
    Contender contend(ContenderSettings settings);

    /**
     * Renews the given claims in one round trip. A claim matches by owner <em>and</em> epoch.
     *
     * <p>Durability: {@code Renewed} only after the store applied the renewal. A claim that is missing in the result
     * counts as {@code Unknown}. Idempotent.
     */
    CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims);

    /** Returns the maximum number of claims in one {@link #renew}. */
    default int maxRenewalBatch() {
        return Integer.MAX_VALUE;
    }

    /** Reads the current leader from the store. Does not change the store. */
    CompletionStage<Optional<LeaderInfo>> observe(String election);

    /** Reads the names of the elections in the store. Does not change the store. */
    CompletionStage<List<String>> elections();

    /**
     * Reports every change of leader to the watcher: every epoch, in order, starting with the current leader. Ends when
     * the registration is closed.
     *
     * @see #watchStaleness
     */
    Registration watch(String election, LeaderWatcher watcher);

    /** Returns the maximum time between a change or a failure and its report to a watcher. */
    Duration watchStaleness();

    /** Reads the past tenures, oldest first, as far back as the store keeps them. Does not change the store. */
    CompletionStage<List<Tenure>> history(String election);

    /** Returns the roster of this store. */
    Roster roster();

    /**
     * Returns why a transfer to the given instance cannot succeed although it is healthy: a candidate of another program
     * leads next, whatever the candidates of Baton do. Empty if nothing of that kind is known. Does not change the store.
     */
    default CompletionStage<Optional<String>> transferObstacle(String election, String successor) {
        return CompletableFuture.completedFuture(Optional.empty());
    }

    /** Computes the worst-case failover times for the given durations. */
    FailoverTimes failover(CandidateTiming timing);

    /** Checks the store with real requests. Blocks until they complete, and leaves no data behind. */
    List<StoreCheck> selfTest();

    /**
     * Closes all sessions. Claims that were not released expire or are freed by the store. Idempotent; may block
     * briefly.
     */
    @Override
    void close();
}
