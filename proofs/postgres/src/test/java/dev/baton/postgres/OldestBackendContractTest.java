package dev.baton.postgres;

import dev.baton.testkit.BackendContract;
import dev.baton.testkit.ContractStore;
import dev.baton.testkit.postgres.TestServers;

/** The backend contract on the oldest supported PostgreSQL. */
class OldestBackendContractTest extends BackendContract {

    @Override
    protected ContractStore openStore() {
        return new PostgresContractStore(TestServers.oldest(), "patience=3s");
    }
}
