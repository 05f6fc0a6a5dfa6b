package dev.baton.testkit;

import dev.baton.BatonClock;
import dev.baton.spi.Backend;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A fresh and empty store under test, with the operations that the contract needs.
 *
 * <pre>{@code
 * class MyBackendContractTest extends BackendContract {
 *     protected ContractStore openStore() {
 *         return new MyContractStore();
 *     }
 * }
 * }</pre>
 */
public interface ContractStore extends AutoCloseable {

    /** Returns the features that this store does not have, each with the reason. Their tests are left out. */
    Map<StoreFeature, String> optOuts();

    /** Opens a connection in this JVM, as another process would, on the given clock. */
    Backend open(BatonClock clock);

    /** Starts a candidate that can be killed and frozen, with the given validity. */
    TestCandidate testCandidate(String election, String instanceId, Duration validity);

    /**
     * Starts such a candidate in a process that is isolated from this one. Returns empty if the store cannot be used
     * like that.
     */
    Optional<TestCandidate> isolatedCandidate(
            String election, String instanceId, Duration validity, ProcessIsolation isolation);

    /**
     * Reads who holds the election, with the store's own means and not through Baton. An expired claim that nobody has
     * released or taken over counts as held, if the store still has it.
     */
    Optional<StoreHolder> holderInStore(String election);

    /**
     * Returns a text that changes whenever a request locks or changes the records of the election. Empty if another
     * program cannot see that.
     */
    Optional<String> stateInStore(String election);

    /**
     * Calls the hook before data is delivered, in either direction, between the connections of this JVM and the store.
     * Returns false if the store has no network between.
     */
    boolean onTraffic(Runnable hook);

    /** Returns how many pages of the stored epoch a power failure would lose; 0 if another program cannot see that. */
    long unsyncedPages(String election);

    /**
     * Rewrites the stored epoch of the election and of its claim, if there is one. The owner stays. Returns false if the
     * store has no records that can be edited.
     */
    boolean rewriteEpoch(String election, long epoch);

    /** Deletes the record of the election, as an operator might, but not the stored epoch. */
    void deleteLock(String election);

    /** Overwrites the record of the election with random data. */
    void corruptLock(String election);

    /** Makes the store unreachable for all connections. */
    void breakDown();

    /** Ends {@link #breakDown}. */
    void repair();

    /** Restarts the store, if it is a server. Durable data stays. */
    void restart();

    /** Crashes the store and starts it again, if it is a server. What was not durable is lost. */
    void crash();

    @Override
    void close();
}
