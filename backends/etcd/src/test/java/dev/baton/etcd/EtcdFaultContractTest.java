package dev.baton.etcd;

import dev.baton.testkit.ContractStore;
import dev.baton.testkit.FaultContract;

/** The contract, on one member. */
class EtcdFaultContractTest extends FaultContract {

    @Override
    protected ContractStore openStore() {
        return new EtcdContractStore(1);
    }
}
