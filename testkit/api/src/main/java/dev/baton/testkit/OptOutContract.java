package dev.baton.testkit;

import static dev.baton.testkit.ContractFixture.ELECTION;
import static dev.baton.testkit.ContractFixture.VALIDITY;
import static dev.baton.testkit.ContractFixture.contender;
import static dev.baton.testkit.ContractFixture.release;
import static dev.baton.testkit.ContractFixture.won;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.Contender;
import org.junit.jupiter.api.Test;

/** No test of the contract is left out without a reason. */
interface OptOutContract {
    ContractFixture fixture();

    @Test // API-6
    default void storeLeavesOutOnlyWhatItDoesNotHaveAndSaysWhy() {
        Contender first = contender(fixture().open(), "first");
        release(first, won(first));
        ContractStore store = fixture().store;
        store.optOuts().forEach((feature, reason) -> {
            assertThat(reason).as("reason for %s", feature).isNotBlank();
            assertThat(isOffered(store, feature)).as("%s is offered", feature).isFalse();
        });
    }

    private static boolean isOffered(ContractStore store, StoreFeature feature) {
        return switch (feature) {
            case TRAFFIC -> store.onTraffic(() -> {});
            case VISIBLE_STATE -> store.stateInStore(ELECTION).isPresent();
            case EPOCH_EDITS -> store.rewriteEpoch(ELECTION, 41);
            case OTHER_USER -> isOffered(store, ProcessIsolation.OTHER_USER);
            case OWN_NAMESPACES -> isOffered(store, ProcessIsolation.OWN_NAMESPACES);
        };
    }

    private static boolean isOffered(ContractStore store, ProcessIsolation isolation) {
        return store.isolatedCandidate(ELECTION, "isolated", VALIDITY, isolation)
                .isPresent();
    }
}
