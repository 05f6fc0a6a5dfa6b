package dev.baton.quorum;

import dev.baton.testkit.ContractStore;
import dev.baton.testkit.FaultContract;
import dev.baton.testkit.GroupContractStore;

/** What every backend has to hold when a leader is killed or frozen, over three members. */
class QuorumFaultContractTest extends FaultContract {
    @Override
    protected ContractStore openStore() {
        return new GroupContractStore(new TestGroup(3, TestGroup.FAST, true));
    }
}
