package dev.baton.postgres;

import dev.baton.testkit.ContractStore;
import dev.baton.testkit.FaultContract;
import dev.baton.testkit.postgres.TestServers;

/** The contract for killed and frozen leaders on the newest PostgreSQL. */
class NewestFaultContractTest extends FaultContract {

    @Override
    protected ContractStore openStore() {
        return new PostgresContractStore(TestServers.newest(), "patience=3s");
    }
}
