package dev.baton.quorum;

import dev.baton.testkit.ContractStore;
import dev.baton.testkit.FaultContract;
import dev.baton.testkit.GroupContractStore;

/** The contract of all backends for killed and frozen leaders, with three members. */
class QuorumFaultContractTest extends FaultContract {
    @Override
    protected ContractStore openStore() {
        return new GroupContractStore(new TestGroup(3, TestGroup.FAST, true));
    }
}
