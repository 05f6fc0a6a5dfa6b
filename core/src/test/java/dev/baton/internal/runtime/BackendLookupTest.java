package dev.baton.internal.runtime;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import org.junit.jupiter.api.Test;

class BackendLookupTest {

    @Test // API-1
    void aMissingBackendIsNamedByItsArtifact() {
        assertThatThrownBy(() -> Baton.connect("postgres://db/app"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no backend is installed for postgres: URLs; installed: none;"
                        + " add the artifact dev.baton:baton-postgres");
    }

    @Test // API-1
    void aSchemeNobodyKnowsIsSaidToBeSo() {
        assertThatThrownBy(() -> BackendLookup.find("carrier-pigeon:loft"))
                .hasMessage("no backend is installed for carrier-pigeon: URLs; installed: none");
    }

    @Test // API-1
    void aUrlWithoutASchemeIsToldHowItWouldLook() {
        assertThatThrownBy(() -> BackendLookup.find("/var/lib/app"))
                .hasMessage("a store URL starts with a scheme, like file:DIR; installed: none");
    }
}
