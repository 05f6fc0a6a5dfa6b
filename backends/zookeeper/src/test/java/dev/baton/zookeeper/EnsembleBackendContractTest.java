package dev.baton.zookeeper;

import dev.baton.testkit.BackendContract;
import dev.baton.testkit.ContractStore;
import org.junit.jupiter.api.Tag;

/** The contract, on three servers. */
@Tag("proof")
class EnsembleBackendContractTest extends BackendContract {

    @Override
    protected ContractStore openStore() {
        return new ZkContractStore(3);
    }
}
