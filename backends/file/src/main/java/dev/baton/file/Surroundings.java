package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.file.disk.CriticalSection;
import dev.baton.file.disk.Layout;
import dev.baton.file.live.Life;
import dev.baton.file.live.Neighbourhood;
import dev.baton.file.live.ProcessIdentity;
import dev.baton.file.record.Owner;
import java.io.IOException;
import java.time.Duration;

/**
 * What every operation on a claim needs.
 *
 * @param leadsOnUnreadable the setting {@code on-unreadable=lead}
 */
record Surroundings(BatonClock clock, Household household, Sightings sightings, boolean leadsOnUnreadable, Duration timeout)
        implements Takeover.Witness {

    Neighbourhood neighbourhood() {
        return household.neighbourhood();
    }

    Layout layout() {
        return neighbourhood().layout();
    }

    CriticalSection enter(String election) throws IOException {
        return enter(election, timeout);
    }

    /** Waits for the locks no longer than that. */
    CriticalSection enter(String election, Duration patience) throws IOException {
        return CriticalSection.enter(layout(), election, patience);
    }

    ProcessIdentity us() {
        return neighbourhood().us();
    }

    LocalClaims claims() {
        return household.claims();
    }

    @Override
    public Life judge(Owner owner) throws IOException {
        return neighbourhood().lifeProof().judgeItself(owner);
    }

    @Override
    public boolean isHeld(Owner owner) throws IOException {
        return neighbourhood().lifeProof().isHeld(owner);
    }
}
