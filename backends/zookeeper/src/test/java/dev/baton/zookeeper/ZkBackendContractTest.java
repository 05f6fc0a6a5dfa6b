package dev.baton.zookeeper;

import dev.baton.testkit.BackendContract;
import dev.baton.testkit.ContractStore;

/** The contract, on one server. */
class ZkBackendContractTest extends BackendContract {

    @Override
    protected ContractStore openStore() {
        return new ZkContractStore(1);
    }
}
