package dev.baton.etcd;

import dev.baton.testkit.BackendContract;
import dev.baton.testkit.ContractStore;
import org.junit.jupiter.api.Tag;

/** The contract, on three members. */
@Tag("proof")
class ClusterBackendContractTest extends BackendContract {

    @Override
    protected ContractStore openStore() {
        return new EtcdContractStore(3);
    }
}
