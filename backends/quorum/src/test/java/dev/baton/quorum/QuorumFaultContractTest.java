package dev.baton.quorum;

import dev.baton.testkit.ContractStore;
import dev.baton.testkit.FaultContract;

/** What every backend has to hold when a leader is killed or frozen, over three members. */
class QuorumFaultContractTest extends FaultContract {
    @Override
    protected ContractStore openStore() {
        return new QuorumContractStore();
    }
}
