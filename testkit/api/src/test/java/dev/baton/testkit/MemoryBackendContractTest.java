package dev.baton.testkit;

class MemoryBackendContractTest extends BackendContract {

    @Override
    protected ContractStore openStore() {
        return new MemoryContractStore();
    }
}
