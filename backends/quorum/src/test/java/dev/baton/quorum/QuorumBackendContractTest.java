package dev.baton.quorum;

import dev.baton.testkit.BackendContract;
import dev.baton.testkit.ContractStore;
import dev.baton.testkit.GroupContractStore;

/** The contract of all backends, with three members. */
class QuorumBackendContractTest extends BackendContract {
    @Override
    protected ContractStore openStore() {
        return new GroupContractStore(new TestGroup(3, TestGroup.FAST, true));
    }
}
