package dev.baton.postgres;

import dev.baton.testkit.BackendContract;
import dev.baton.testkit.ContractStore;
import dev.baton.testkit.postgres.Servers;

/** The contract, on the oldest major. */
class OldestBackendContractTest extends BackendContract {

    @Override
    protected ContractStore openStore() {
        return new PostgresContractStore(Servers.oldest(), "patience=3s");
    }
}
