package dev.baton.file;

import dev.baton.file.disk.CriticalSection;
import dev.baton.file.disk.Layout;
import dev.baton.file.live.Life;
import dev.baton.file.live.Neighbourhood;
import dev.baton.file.live.ProcessIdentity;
import dev.baton.file.record.Owner;
import dev.baton.spi.Clock;
import java.io.IOException;
import java.time.Duration;

/**
 * What every operation on a claim needs.
 *
 * @param leadsOnUnreadable the setting {@code on-unreadable=lead}
 */
record Surroundings(
        Clock clock, Household household, Sightings sightings, boolean leadsOnUnreadable, Duration timeout) {

    Neighbourhood neighbourhood() {
        return household.neighbourhood();
    }

    Layout layout() {
        return neighbourhood().layout();
    }

    CriticalSection enter(String election) throws IOException {
        return CriticalSection.enter(layout(), election, timeout);
    }

    ProcessIdentity us() {
        return neighbourhood().us();
    }

    LocalClaims claims() {
        return household.claims();
    }

    Life judge(Owner owner) throws IOException {
        return neighbourhood().lifeProof().judge(owner);
    }
}
