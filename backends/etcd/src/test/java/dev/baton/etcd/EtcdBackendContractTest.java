package dev.baton.etcd;

import dev.baton.testkit.BackendContract;
import dev.baton.testkit.ContractStore;

/** The contract, on one member. */
class EtcdBackendContractTest extends BackendContract {

    @Override
    protected ContractStore openStore() {
        return new EtcdContractStore(1);
    }
}
