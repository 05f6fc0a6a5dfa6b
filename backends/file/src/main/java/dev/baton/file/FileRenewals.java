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
 * One renewal of all claims of a process. A file that another program has locked does not delay the others: it is
 * skipped at first, and all skipped files share the timeout of one request.
 */
final class FileRenewals {
    private static final Duration LOCK_RETRY = Duration.ofMillis(5);

    private final OperationContext context;
    private final LocalParticipants participants;
    private final List<Claim> claims;
    private final Map<Claim, RenewOutcome> outcomes = new LinkedHashMap<>();
    private final Deque<Claim> locked = new ArrayDeque<>();

    FileRenewals(OperationContext context, LocalParticipants participants, List<Claim> claims) {
        this.context = context;
        this.participants = participants;
        this.claims = List.copyOf(claims);
    }

    Map<Claim, RenewOutcome> run() {
        ClockReading countsFrom = context.clock().now();
        claims.forEach(claim -> attempt(claim, Duration.ZERO, countsFrom));
        long deadline = System.nanoTime() + context.timeout().toNanos();
        while (!locked.isEmpty() && System.nanoTime() - deadline < 0) {
            attempt(locked.remove(), LOCK_RETRY, countsFrom);
        }
        return outcomes;
    }

    Map<Claim, RenewOutcome> allUnknown(Throwable cause) {
        Map<Claim, RenewOutcome> unknown = new LinkedHashMap<>();
        claims.forEach(claim -> unknown.put(claim, new RenewOutcome.Unknown(cause)));
        return unknown;
    }

    private void attempt(Claim claim, Duration lockTimeout, ClockReading countsFrom) {
        boolean unconfirmed = claim.epoch() == 0;
        RenewOutcome outcome;
        try {
            outcome = unconfirmed ? renewUnconfirmed(claim, lockTimeout) : renew(claim, lockTimeout);
        } catch (FileBusyException busy) {
            locked.add(claim);
            outcome = unconfirmed ? new RenewOutcome.Renewed(countsFrom) : unknown(claim, busy);
        } catch (IOException | RuntimeException | LinkageError failed) {
            outcome = unconfirmed ? new RenewOutcome.Renewed(countsFrom) : unknown(claim, failed);
        }
        outcomes.put(claim, outcome);
    }

    private RenewOutcome renew(Claim claim, Duration lockTimeout) throws IOException {
        Optional<HeldClaim> held = context.claims().of(claim.election(), claim.instanceId(), claim.epoch());
        return held.isEmpty()
                ? new RenewOutcome.Gone(EndReason.TAKEN_OVER)
                : new FileRenewal(context, claim, held.get()).renew(lockTimeout);
    }

    private RenewOutcome unknown(Claim claim, Throwable cause) {
        return new RenewOutcome.Unknown(new ConnectionException(context.message(claim.election(), cause), cause));
    }

    /** An unconfirmed leadership ends as soon as a confirmed one exists or is possible. */
    private RenewOutcome renewUnconfirmed(Claim claim, Duration lockTimeout) throws IOException {
        ClockReading countsFrom = context.clock().now();
        Optional<FileContender> found = participants.contender(claim.election(), claim.instanceId());
        if (found.isEmpty()) {
            return new RenewOutcome.Gone(EndReason.EXPIRED);
        }
        FileContender contender = found.get();
        context.peers().register();
        try (CriticalSection section = context.enter(claim.election(), lockTimeout)) {
            return new FileAcquisition(context, contender)
                    .decide(section, section.recordBytes())
                    .handle(new TakeoverDecision.Handler<RenewOutcome>() {
                        @Override
                        public RenewOutcome take(TakeoverDecision.Take take) {
                            contender.signals().tryNow();
                            return new RenewOutcome.Gone(EndReason.EXPIRED);
                        }

                        @Override
                        public RenewOutcome await(TakeoverDecision.Wait wait) {
                            return wait.recorded()
                                    ? new RenewOutcome.Gone(EndReason.TAKEN_OVER)
                                    : new RenewOutcome.Renewed(countsFrom);
                        }
                    });
        }
    }
}
