package dev.baton.console.page;

import dev.baton.console.TestConsole;
import org.junit.jupiter.api.Test;

/** The scenario of the seed on stores that need no server. */
class SeedScenariosTest {

    @Test // FILE-12 API-8
    void runsOnFileStore() {
        try (TestConsole console = TestConsole.onFileStore()) {
            new SeedScenario("file", console, id -> console.storeUrl()).run();
        }
    }

    @Test // FILE-12 API-8
    void runsOnLeaseStore() {
        try (TestConsole console = TestConsole.onLeaseStore()) {
            new SeedScenario("lease", console, id -> console.storeUrl()).run();
        }
    }
}
