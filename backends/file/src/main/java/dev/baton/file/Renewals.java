package dev.baton.file;

import dev.baton.ConnectionException;
import dev.baton.file.disk.CriticalSection;
import dev.baton.machine.EndReason;
import dev.baton.machine.Moment;
import dev.baton.spi.Claim;
import dev.baton.spi.RenewOutcome;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One pass over the claims of a process. */
final class Renewals {
    private final Surroundings around;
    private final Callers callers;
    private final List<Claim> claims;

    Renewals(Surroundings around, Callers callers, List<Claim> claims) {
        this.around = around;
        this.callers = callers;
        this.claims = List.copyOf(claims);
    }

    Map<Claim, RenewOutcome> run() {
        Map<Claim, RenewOutcome> outcomes = new LinkedHashMap<>();
        for (Claim claim : claims) {
            outcomes.put(claim, renew(claim));
        }
        return outcomes;
    }

    Map<Claim, RenewOutcome> allUnknown(Throwable cause) {
        Map<Claim, RenewOutcome> outcomes = new LinkedHashMap<>();
        claims.forEach(claim -> outcomes.put(claim, new RenewOutcome.Unknown(cause)));
        return outcomes;
    }

    private RenewOutcome renew(Claim claim) {
        try {
            if (claim.epoch() == 0) {
                return reconsider(claim);
            }
            Optional<HeldClaim> held = around.claims().of(claim.election(), claim.instanceId(), claim.epoch());
            return held.isEmpty()
                    ? new RenewOutcome.Gone(EndReason.TAKEN_OVER)
                    : new Renewal(around, claim, held.get()).confirm();
        } catch (IOException | RuntimeException | LinkageError failed) {
            return new RenewOutcome.Unknown(new ConnectionException(
                    "election " + claim.election() + " in file:"
                            + around.layout().directory() + ": " + failed.getMessage(),
                    failed));
        }
    }

    /** A leadership that was never confirmed gives way to a real one, its own included. */
    private RenewOutcome reconsider(Claim claim) {
        Moment countsFrom = around.clock().now();
        Optional<FileContender> contender = callers.contender(claim.election(), claim.instanceId());
        if (contender.isEmpty()) {
            return new RenewOutcome.Gone(EndReason.EXPIRED);
        }
        try {
            around.neighbourhood().standUp();
            try (CriticalSection section = around.enter(claim.election())) {
                Verdict verdict = new Acquisition(around, contender.get()).look(section, section.recordBytes());
                if (verdict instanceof Verdict.Take) {
                    contender.get().signals().tryNow();
                    return new RenewOutcome.Gone(EndReason.EXPIRED);
                }
                return verdict instanceof Verdict.Wait wait && wait.recorded()
                        ? new RenewOutcome.Gone(EndReason.TAKEN_OVER)
                        : new RenewOutcome.Renewed(countsFrom);
            }
        } catch (IOException | RuntimeException | LinkageError stillUnreadable) {
            return new RenewOutcome.Renewed(countsFrom);
        }
    }
}
