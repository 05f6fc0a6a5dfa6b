package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.file.disk.CriticalSection;
import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.disk.DiskSync;
import dev.baton.file.process.PeerProcesses;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/**
 * The environment of an operation on a claim.
 *
 * @param leadsOnUnreadable the setting {@code on-unreadable=lead}
 */
record OperationContext(
        BatonClock clock,
        ProcessScope scope,
        LockFileTimers timers,
        boolean leadsOnUnreadable,
        Duration timeout,
        DiskSync disk) {

    PeerProcesses peers() {
        return scope.peers();
    }

    DirectoryLayout layout() {
        return peers().layout();
    }

    LocalClaims claims() {
        return scope.claims();
    }

    Instant now() {
        return Instant.ofEpochMilli(clock.wallMillis());
    }

    CriticalSection enter(String election, Duration lockTimeout) throws IOException {
        layout().requireOwnForClaims();
        return new CriticalSection(layout(), election, lockTimeout, disk);
    }

    /** Returns the message for an operation on the election that failed. */
    String message(String election, Throwable cause) {
        return "election " + election + " in file:" + layout().directory() + ": " + cause.getMessage();
    }
}
