package dev.baton.lease;

import dev.baton.testkit.ContractStore;
import dev.baton.testkit.FaultContract;

/** The contract, with leases on PostgreSQL. */
class PostgresFaultContractTest extends FaultContract {

    @Override
    protected ContractStore openStore() {
        return new PostgresLeaseStore();
    }
}
