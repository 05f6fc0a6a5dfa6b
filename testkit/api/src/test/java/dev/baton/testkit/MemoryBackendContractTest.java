package dev.baton.testkit;

/** The memory store passes the contract. */
class MemoryBackendContractTest extends BackendContract {

    @Override
    protected ContractStore openStore() {
        return new MemoryContractStore();
    }
}
