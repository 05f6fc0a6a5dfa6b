package dev.baton.testkit;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;

/**
 * What every backend has to hold (API-1): extend it, say how to open the store, and run it over the real
 * thing. What needs a leader that is killed or frozen is in {@link FaultContract}.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
public abstract class BackendContract extends FreshStoreContract
        implements ExclusionContract,
                EpochContract,
                LostReplyContract,
                ValidityContract,
                SuccessionContract,
                ObserverContract {}
