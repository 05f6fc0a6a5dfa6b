package dev.baton.zookeeper;

import dev.baton.testkit.ContractStore;
import dev.baton.testkit.FaultContract;
import org.junit.jupiter.api.Tag;

/** The contract, on three servers. */
@Tag("proof")
class EnsembleFaultContractTest extends FaultContract {

    @Override
    protected ContractStore openStore() {
        return new ZkContractStore(3);
    }
}
