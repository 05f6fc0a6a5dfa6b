package dev.baton.testkit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Base class of contracts: opens a fresh store for every test. */
abstract class FreshStoreContract {
    private ContractFixture fixture;

    /** Opens a fresh, empty store. */
    protected abstract ContractStore openStore() throws Exception;

    public final ContractFixture fixture() {
        return fixture;
    }

    @BeforeEach
    final void openFixture() throws Exception {
        fixture = new ContractFixture(openStore());
    }

    @AfterEach
    final void closeFixture() throws Exception {
        fixture.close();
    }
}
