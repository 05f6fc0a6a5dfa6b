package dev.baton.file;

import dev.baton.spi.Clock;
import java.io.IOException;
import java.time.Duration;

/**
 * What every operation on a claim needs.
 *
 * @param leadsOnUnreadable the setting {@code on-unreadable=lead}
 */
record Surroundings(
        Layout layout,
        Clock clock,
        Neighbourhood neighbourhood,
        Sightings sightings,
        boolean leadsOnUnreadable,
        Duration timeout) {

    CriticalSection enter(String election) throws IOException {
        return CriticalSection.enter(layout, election, timeout);
    }

    ProcessIdentity us() {
        return neighbourhood.us();
    }

    LocalClaims claims() {
        return neighbourhood.claims();
    }

    Life judge(Owner owner) throws IOException {
        return neighbourhood.lifeProof().judge(owner);
    }
}
