package dev.baton.lease;

import dev.baton.testkit.ContractStore;
import dev.baton.testkit.FaultContract;
import org.junit.jupiter.api.Tag;

/** The contract, with leases on PostgreSQL. */
@Tag("proof")
class PostgresFaultContractTest extends FaultContract {

    @Override
    protected ContractStore openStore() {
        return new PostgresLeaseStore();
    }
}
