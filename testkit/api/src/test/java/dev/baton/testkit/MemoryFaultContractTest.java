package dev.baton.testkit;

class MemoryFaultContractTest extends FaultContract {

    @Override
    protected ContractStore openStore() {
        return new MemoryContractStore();
    }
}
