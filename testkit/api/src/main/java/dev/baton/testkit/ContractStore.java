package dev.baton.testkit;

import dev.baton.BatonClock;
import dev.baton.spi.Backend;
import java.time.Duration;

/** A store under test, fresh and empty: the handful of hooks that the contract is abstract over. */
public interface ContractStore extends AutoCloseable {

    /** A connection, as one more process would make it, but in this JVM and on these clocks. */
    Backend open(BatonClock clock);

    /** A candidate that can be killed and frozen, with the given validity. */
    TestCandidate contestant(String election, String instanceId, Duration validity);

    /** Deletes the record of the election, as an operator might; not what the store keeps epochs in. */
    void deleteLock(String election);

    /** Replaces the record of the election by garbage. */
    void corruptLock(String election);

    /** Makes the store unusable for everybody. */
    void breakDown();

    /** Makes it usable again, as it was. */
    void repair();

    /** Restarts the store, where it is a server; what it promised to keep is kept. */
    void restart();

    @Override
    void close();
}
