package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.file.disk.CriticalSection;
import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.process.Life;
import dev.baton.file.process.LocalProcess;
import dev.baton.file.process.PeerProcesses;
import dev.baton.file.record.ClaimOwner;
import java.io.IOException;
import java.time.Duration;

/**
 * What every operation on a claim needs.
 *
 * @param leadsOnUnreadable the setting {@code on-unreadable=lead}
 */
record OperationContext(
        BatonClock clock, ProcessScope household, LockFileTimers sightings, boolean leadsOnUnreadable, Duration timeout)
        implements TakeoverRules.Witness {

    PeerProcesses neighbourhood() {
        return household.neighbourhood();
    }

    DirectoryLayout layout() {
        return neighbourhood().layout();
    }

    CriticalSection enter(String election) throws IOException {
        return enter(election, timeout);
    }

    /** Waits for the locks no longer than that. */
    CriticalSection enter(String election, Duration patience) throws IOException {
        return CriticalSection.enter(layout(), election, patience);
    }

    LocalProcess us() {
        return neighbourhood().us();
    }

    LocalClaims claims() {
        return household.claims();
    }

    @Override
    public Life judge(ClaimOwner owner) throws IOException {
        return neighbourhood().lifeProof().judgeItself(owner);
    }

    @Override
    public boolean isHeld(ClaimOwner owner) throws IOException {
        return neighbourhood().lifeProof().isHeld(owner);
    }
}
