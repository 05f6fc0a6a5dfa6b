package dev.baton.zookeeper;

import dev.baton.testkit.ContractStore;
import dev.baton.testkit.FaultContract;

/** The contract, on one server. */
class ZkFaultContractTest extends FaultContract {

    @Override
    protected ContractStore openStore() {
        return new ZkContractStore(1);
    }
}
