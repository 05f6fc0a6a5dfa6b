package dev.baton.lease;

import dev.baton.testkit.BackendContract;
import dev.baton.testkit.ContractStore;
import org.junit.jupiter.api.Tag;

/** The contract, with leases on MariaDB. {@link PushTest} has the short tests on that server. */
@Tag("proof")
class MariadbBackendContractTest extends BackendContract {

    @Override
    protected ContractStore openStore() {
        return new MariadbLeaseStore();
    }
}
