package dev.baton.postgres;

import dev.baton.testkit.ContractStore;
import dev.baton.testkit.FaultContract;
import dev.baton.testkit.postgres.TestServers;

/** What holds when a leader is killed or frozen, on the newest major. */
class NewestFaultContractTest extends FaultContract {

    @Override
    protected ContractStore openStore() {
        return new PostgresContractStore(TestServers.newest(), "patience=3s");
    }
}
