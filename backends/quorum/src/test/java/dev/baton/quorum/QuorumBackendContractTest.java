package dev.baton.quorum;

import dev.baton.testkit.BackendContract;
import dev.baton.testkit.ContractStore;

/** The contract of all backends, over three members. */
class QuorumBackendContractTest extends BackendContract {
    @Override
    protected ContractStore openStore() {
        return new QuorumContractStore();
    }
}
