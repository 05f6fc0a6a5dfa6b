package dev.baton.postgres;

import dev.baton.testkit.BackendContract;
import dev.baton.testkit.ContractStore;
import dev.baton.testkit.postgres.TestServers;

/** The backend contract on the newest PostgreSQL. */
class NewestBackendContractTest extends BackendContract {

    @Override
    protected ContractStore openStore() {
        return new PostgresContractStore(TestServers.newest(), "patience=3s");
    }
}
