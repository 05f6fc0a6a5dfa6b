package dev.baton.testkit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests over a store that is fresh for each of them. */
abstract class FreshStoreContract {
    private ContractFixture play;

    /** A fresh, empty store. */
    protected abstract ContractStore openStore() throws Exception;

    public final ContractFixture play() {
        return play;
    }

    @BeforeEach
    final void openPlay() throws Exception {
        play = new ContractFixture(openStore());
    }

    @AfterEach
    final void closePlay() throws Exception {
        play.close();
    }
}
