package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.file.disk.CriticalSection;
import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.process.PeerProcesses;
import dev.baton.file.record.ClaimOwner;
import dev.baton.support.process.Evidence;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/**
 * The environment of an operation on a claim.
 *
 * @param leadsOnUnreadable the setting {@code on-unreadable=lead}
 */
record OperationContext(
        BatonClock clock, ProcessScope scope, LockFileTimers timers, boolean leadsOnUnreadable, Duration timeout)
        implements TakeoverRules.OwnerEvidence {

    PeerProcesses peers() {
        return scope.peers();
    }

    DirectoryLayout layout() {
        return peers().layout();
    }

    LocalClaims claims() {
        return scope.claims();
    }

    /** Returns the owner fields for a candidate of this process. */
    ClaimOwner owner(FileContender contender) {
        return peers().self().owner(contender.instanceId());
    }

    Instant now() {
        return Instant.ofEpochMilli(clock.wallMillis());
    }

    CriticalSection enter(String election, Duration lockTimeout) throws IOException {
        return new CriticalSection(layout(), election, lockTimeout);
    }

    /** Returns the message for an operation on the election that failed. */
    String message(String election, Throwable cause) {
        return "election " + election + " in file:" + layout().directory() + ": " + cause.getMessage();
    }

    @Override
    public Evidence hasEnded(ClaimOwner owner) throws IOException {
        return peers().deathEvidence().hasEnded(owner);
    }

    @Override
    public boolean isHeld(ClaimOwner owner) throws IOException {
        return peers().deathEvidence().isHeld(owner);
    }
}
