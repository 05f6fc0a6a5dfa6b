package dev.baton.testkit;

import dev.baton.BatonClock;
import dev.baton.spi.Backend;
import java.time.Duration;

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

    /** Opens a connection in this JVM, as another process would, on the given clock. */
    Backend open(BatonClock clock);

    /** Starts a candidate that can be killed and frozen, with the given validity. */
    TestCandidate testCandidate(String election, String instanceId, Duration validity);

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

    @Override
    void close();
}
