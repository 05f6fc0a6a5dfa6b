package dev.baton.postgres;

import dev.baton.testkit.ContractStore;
import dev.baton.testkit.FaultContract;
import dev.baton.testkit.postgres.TestServers;

/** The contract for killed and frozen leaders on the oldest supported PostgreSQL. */
class OldestFaultContractTest extends FaultContract {

    @Override
    protected ContractStore openStore() {
        return new PostgresContractStore(TestServers.oldest(), "patience=3s");
    }
}
