package dev.baton.testkit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests over a store that is fresh for each of them. */
abstract class StoreContract {
    private ContractPlay play;

    /** A fresh, empty store. */
    protected abstract ContractStore openStore() throws Exception;

    public final ContractPlay play() {
        return play;
    }

    @BeforeEach
    final void openPlay() throws Exception {
        play = new ContractPlay(openStore());
    }

    @AfterEach
    final void closePlay() throws Exception {
        play.close();
    }
}
