package dev.baton.testkit;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;

/**
 * The tests that every backend must pass. Extend it, open the real store, and run it with JUnit. Tests with a leader
 * that is killed or frozen are in {@link FaultContract}.
 *
 * <pre>{@code
 * class MyBackendContractTest extends BackendContract {
 *     protected ContractStore openStore() {
 *         return new MyContractStore();
 *     }
 * }
 * }</pre>
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
public abstract class BackendContract extends FreshStoreContract
        implements ExclusionContract,
                EpochContract,
                LostReplyContract,
                ValidityContract,
                SuccessionContract,
                ObserverContract,
                CountsFromContract,
                LiveCommandContract,
                StoredEpochContract,
                LateAnswerContract,
                RestartContract,
                OptOutContract {}
