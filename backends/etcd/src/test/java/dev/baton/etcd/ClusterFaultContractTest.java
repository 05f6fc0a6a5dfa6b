package dev.baton.etcd;

import dev.baton.testkit.ContractStore;
import dev.baton.testkit.FaultContract;
import org.junit.jupiter.api.Tag;

/** The contract, on three members. */
@Tag("proof")
class ClusterFaultContractTest extends FaultContract {

    @Override
    protected ContractStore openStore() {
        return new EtcdContractStore(3);
    }
}
