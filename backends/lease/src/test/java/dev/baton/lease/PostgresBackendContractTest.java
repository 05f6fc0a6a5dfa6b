package dev.baton.lease;

import dev.baton.testkit.BackendContract;
import dev.baton.testkit.ContractStore;

/** The contract, with leases on PostgreSQL. */
class PostgresBackendContractTest extends BackendContract {

    @Override
    protected ContractStore openStore() {
        return new PostgresLeaseStore();
    }
}
