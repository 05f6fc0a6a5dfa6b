package dev.baton.postgres;

import dev.baton.testkit.BackendContract;
import dev.baton.testkit.ContractStore;
import dev.baton.testkit.postgres.Servers;

/** The contract, on the newest major. */
class NewestBackendContractTest extends BackendContract {

    @Override
    protected ContractStore openStore() {
        return new PostgresContractStore(Servers.newest(), "patience=3s");
    }
}
