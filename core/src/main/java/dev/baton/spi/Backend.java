package dev.baton.spi;

import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.Tenure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * One store, as one process sees it. Thread-safe; no method blocks unless it says so.
 */
public interface Backend extends AutoCloseable {

    /** The store in words that are safe to log: no password. */
    String describe();

    /** Whether this process is to take part at all; where it is not, starting a candidate does nothing. */
    default boolean isEnabled() {
        return true;
    }

    /** What to add to the log lines of an election: {@code key=value} pairs, or nothing. */
    default String logTags(String election) {
        return "";
    }

    /** The durations that fit this store. */
    BackendDefaults defaults();

    /** A new instance id for a candidate that brought none. */
    String newInstanceId();

    /** Makes a candidate known. Touches nothing until it is asked to acquire. */
    Contender contend(ContenderSettings contest);

    /**
     * Confirms all these claims in one round trip; each answer matches owner <em>and</em> epoch. A claim
     * that is missing from the answer counts as Unknown. Idempotent.
     */
    CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims);

    /** How many claims one {@link #renew} may carry: fewer where each costs the store a step of its own. */
    default int maxRenewalBatch() {
        return Integer.MAX_VALUE;
    }

    /** Who leads, read from the store now. No side effect; completes exceptionally when it cannot say. */
    CompletionStage<Optional<LeaderInfo>> observe(String election);

    /** Names of the elections the store knows of. No side effect. */
    CompletionStage<List<String>> elections();

    /**
     * Pushes every change of leader, every epoch, in order, starting with the current state.
     *
     * @see #watchStaleness how old the knowledge may be while nothing fails
     */
    Registration watch(String election, LeaderWatcher watcher);

    /** The longest time between a change and the watcher's hearing of it, or of a failure. */
    Duration watchStaleness();

    /** Past reigns, oldest first, as far as the store keeps them. No side effect. */
    CompletionStage<List<Tenure>> history(String election);

    /** Who is here. */
    Roster roster();

    /** The worst cases, computed for these durations. */
    FailoverTimes failover(CandidateTiming timing);

    /** Tries the store: blocks for as long as that takes, and leaves nothing behind. */
    List<StoreCheck> selfTest();

    /** Ends all sessions. Claims that were not released are left to run out. Idempotent; may block. */
    @Override
    void close();
}
