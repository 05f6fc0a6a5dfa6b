package dev.baton.file;

import dev.baton.testkit.BackendContract;
import dev.baton.testkit.ContractStore;
import java.io.IOException;

/** A directory passes the contract. */
class FileBackendContractTest extends BackendContract {

    @Override
    protected ContractStore openStore() throws IOException {
        return new FileContractStore();
    }
}
