package dev.baton.file;

import dev.baton.ClockReading;
import dev.baton.ConnectionException;
import dev.baton.EndReason;
import dev.baton.file.disk.CriticalSection;
import dev.baton.file.posix.FileBusyException;
import dev.baton.spi.Claim;
import dev.baton.spi.RenewOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One pass over the claims of a process. A file that another program has locked holds up none of the
 * others: it is passed over at first, and all such files share the time that one request may take.
 */
final class FileRenewals {
    private static final Duration PATIENCE = Duration.ofMillis(5);

    private final OperationContext around;
    private final LocalParticipants callers;
    private final List<Claim> claims;
    private final Map<Claim, RenewOutcome> outcomes = new LinkedHashMap<>();
    private final Deque<Claim> locked = new ArrayDeque<>();

    FileRenewals(OperationContext around, LocalParticipants callers, List<Claim> claims) {
        this.around = around;
        this.callers = callers;
        this.claims = List.copyOf(claims);
    }

    Map<Claim, RenewOutcome> run() {
        ClockReading countsFrom = around.clock().now();
        claims.forEach(claim -> attempt(claim, Duration.ZERO, countsFrom));
        long giveUpAt = System.nanoTime() + around.timeout().toNanos();
        while (!locked.isEmpty() && System.nanoTime() - giveUpAt < 0) {
            attempt(locked.remove(), PATIENCE, countsFrom);
        }
        return outcomes;
    }

    private void attempt(Claim claim, Duration patience, ClockReading countsFrom) {
        try {
            outcomes.put(claim, renew(claim, patience));
        } catch (FileBusyException busy) {
            locked.add(claim);
            outcomes.put(claim, claim.epoch() == 0 ? new RenewOutcome.Renewed(countsFrom) : unknown(claim, busy));
        }
    }

    Map<Claim, RenewOutcome> allUnknown(Throwable cause) {
        Map<Claim, RenewOutcome> unknown = new LinkedHashMap<>();
        claims.forEach(claim -> unknown.put(claim, new RenewOutcome.Unknown(cause)));
        return unknown;
    }

    private RenewOutcome renew(Claim claim, Duration patience) throws FileBusyException {
        try {
            if (claim.epoch() == 0) {
                return reconsider(claim, patience);
            }
            Optional<HeldClaim> held = around.claims().of(claim.election(), claim.instanceId(), claim.epoch());
            return held.isEmpty()
                    ? new RenewOutcome.Gone(EndReason.TAKEN_OVER)
                    : new FileRenewal(around, claim, held.get()).confirm(patience);
        } catch (FileBusyException busy) {
            throw busy;
        } catch (IOException | RuntimeException | LinkageError failed) {
            return unknown(claim, failed);
        }
    }

    private RenewOutcome unknown(Claim claim, Throwable cause) {
        return new RenewOutcome.Unknown(new ConnectionException(
                "election " + claim.election() + " in file:" + around.layout().directory() + ": " + cause.getMessage(),
                cause));
    }

    /** A leadership that was never confirmed gives way to a real one, its own included. */
    private RenewOutcome reconsider(Claim claim, Duration patience) throws FileBusyException {
        ClockReading countsFrom = around.clock().now();
        Optional<FileContender> contender = callers.contender(claim.election(), claim.instanceId());
        if (contender.isEmpty()) {
            return new RenewOutcome.Gone(EndReason.EXPIRED);
        }
        try {
            around.neighbourhood().standUp();
            try (CriticalSection section = around.enter(claim.election(), patience)) {
                TakeoverDecision verdict =
                        new FileAcquisition(around, contender.get()).look(section, section.recordBytes());
                if (verdict instanceof TakeoverDecision.Take) {
                    contender.get().signals().tryNow();
                    return new RenewOutcome.Gone(EndReason.EXPIRED);
                }
                return verdict instanceof TakeoverDecision.Wait wait && wait.recorded()
                        ? new RenewOutcome.Gone(EndReason.TAKEN_OVER)
                        : new RenewOutcome.Renewed(countsFrom);
            }
        } catch (FileBusyException busy) {
            throw busy;
        } catch (IOException | RuntimeException | LinkageError stillUnreadable) {
            return new RenewOutcome.Renewed(countsFrom);
        }
    }
}
