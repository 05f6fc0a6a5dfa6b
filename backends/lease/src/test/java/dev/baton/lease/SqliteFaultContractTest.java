package dev.baton.lease;

import dev.baton.testkit.ContractStore;
import dev.baton.testkit.FaultContract;

/** The contract, with leases on SQLite. */
class SqliteFaultContractTest extends FaultContract {

    @Override
    protected ContractStore openStore() {
        return new SqliteLeaseStore();
    }
}
