package dev.baton.lease;

import dev.baton.testkit.ContractStore;
import dev.baton.testkit.FaultContract;
import org.junit.jupiter.api.Tag;

/** The contract, with leases on MariaDB. {@link PushTest} has the short tests on that server. */
@Tag("proof")
class MariadbFaultContractTest extends FaultContract {

    @Override
    protected ContractStore openStore() {
        return new MariadbLeaseStore();
    }
}
