package dev.baton.testkit;

/** The memory store passes the contract. */
class MemoryFaultContractTest extends FaultContract {

    @Override
    protected ContractStore openStore() {
        return new MemoryContractStore();
    }
}
