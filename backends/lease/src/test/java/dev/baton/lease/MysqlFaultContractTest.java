package dev.baton.lease;

import dev.baton.testkit.ContractStore;
import dev.baton.testkit.FaultContract;
import org.junit.jupiter.api.Tag;

/** The contract with MySQL's driver, on MariaDB: no MySQL server can be had here. {@link PushTest} has the short tests. */
@Tag("proof")
class MysqlFaultContractTest extends FaultContract {

    @Override
    protected ContractStore openStore() {
        return new MariadbLeaseStore("mysql");
    }
}
