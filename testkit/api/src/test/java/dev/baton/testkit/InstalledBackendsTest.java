package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import org.junit.jupiter.api.Test;

class InstalledBackendsTest {

    @Test // API-1
    void backendIsFoundByTheSchemeOfTheUrl() {
        try (Baton baton = Baton.connect("memory:installed")) {
            assertThat(baton.backend()).isInstanceOf(MemoryBackend.class);
        }
    }

    @Test // API-1
    void missingBackendErrorNamesTheArtifactAndInstalledOnes() {
        assertThatThrownBy(() -> Baton.connect("lease:sqlite:/tmp/db"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no backend is installed for lease: URLs; installed: memory;"
                        + " add the artifact dev.baton:baton-lease");
        assertThatThrownBy(() -> Baton.connect("gossip:here"))
                .hasMessage("no backend is installed for gossip: URLs; installed: memory");
    }
}
