package dev.baton.file;

import dev.baton.testkit.ContractStore;
import dev.baton.testkit.FaultContract;
import java.io.IOException;

/** A directory passes the contract when processes are killed and frozen. */
class FileFaultContractTest extends FaultContract {

    @Override
    protected ContractStore openStore() throws IOException {
        return new FileContractStore();
    }
}
