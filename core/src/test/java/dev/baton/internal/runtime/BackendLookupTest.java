package dev.baton.internal.runtime;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import org.junit.jupiter.api.Test;

class BackendLookupTest {

    @Test // API-1
    void missingBackendErrorNamesTheArtifact() {
        assertThatThrownBy(() -> Baton.connect("postgres://db/app"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no backend is installed for postgres: URLs; installed: none;"
                        + " add the artifact dev.baton:baton-postgres");
    }

    @Test // API-1
    void refusesUnknownScheme() {
        assertThatThrownBy(() -> BackendLookup.find("unknown-store:x"))
                .hasMessage("no backend is installed for unknown-store: URLs; installed: none");
    }

    @Test // API-1
    void refusesUrlWithoutSchemeWithAnExample() {
        assertThatThrownBy(() -> BackendLookup.find("/var/lib/app"))
                .hasMessage("store URL has no scheme; use one such as file:DIR; installed: none");
    }
}
