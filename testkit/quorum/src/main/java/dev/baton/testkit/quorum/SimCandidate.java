package dev.baton.testkit.quorum;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.TransferRequest;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A candidate of a simulated process, which uses the member's backend as the runtime does. */
final class SimCandidate implements ContenderSignals {
    private static final long RETRY = 1_000_000_000;

    private final MemberProcess process;
    private final String election;
    private final Contender contender;
    private Optional<Claim> held = Optional.empty();
    private long highestEpoch;
    private boolean candidate;
    private boolean attempting;
    private boolean abandoned;

    SimCandidate(MemberProcess process, String election, int priority) {
        this.process = process;
        this.election = election;
        this.contender =
                process.backend().contend(new ContenderSettings(election, process.self.id, priority, "", this));
    }

    void campaign() {
        candidate = true;
        attempt();
    }

    private void attempt() {
        if (candidate && !attempting && held.isEmpty() && !abandoned) {
            attempting = true;
            contender.acquire(highestEpoch).whenComplete((outcome, failure) -> process.later(() -> attempted(outcome)));
        }
    }

    private void attempted(@Nullable AcquireOutcome outcome) {
        attempting = false;
        if (outcome instanceof AcquireOutcome.Won won && (!candidate || abandoned || !isValid(won.claim()))) {
            highestEpoch = won.claim().epoch();
            contender.release(won.claim(), ReleaseRequest.of(EndReason.RESIGNED));
            process.later(RETRY, this::attempt);
        } else if (outcome instanceof AcquireOutcome.Won won) {
            highestEpoch = won.claim().epoch();
            lead(won.claim());
            renewLater(won.claim().epoch());
        } else {
            if (outcome instanceof AcquireOutcome.HeldBy other) {
                highestEpoch = Math.max(highestEpoch, other.epoch());
            }
            process.later(RETRY, this::attempt);
        }
    }

    private void lead(Claim claim) {
        held = Optional.of(claim);
        process.world.trace.add(process.world.now, process.self.id, "== leads ", claim);
        process.world.checker.leads(process.self, election, claim.epoch(), deadline(claim), process.world.now);
    }

    private ClockReading deadline(Claim claim) {
        return claim.countsFrom().plus(process.timing().leaderLease());
    }

    private boolean isValid(Claim claim) {
        ClockReading deadline = deadline(claim);
        return process.nanos() < deadline.nanos() && process.wallMillis() < deadline.wallMillis();
    }

    private void renewLater(long epoch) {
        process.later(process.timing().heartbeatEvery().toNanos(), () -> renew(epoch));
    }

    private void renew(long epoch) {
        held.filter(claim -> claim.epoch() == epoch && !abandoned)
                .ifPresent(claim -> process.backend()
                        .renew(List.of(claim))
                        .whenComplete((outcomes, failure) ->
                                process.later(() -> renewed(epoch, outcomes == null ? null : outcomes.get(claim)))));
    }

    private void renewed(long epoch, @Nullable RenewOutcome outcome) {
        Claim claim = held.filter(each -> each.epoch() == epoch && !abandoned).orElse(null);
        if (claim == null) {
            return;
        }
        if (outcome instanceof RenewOutcome.Gone || !isValid(claim)) {
            end();
            contender.withdraw();
            process.later(RETRY, this::attempt);
            return;
        }
        if (outcome instanceof RenewOutcome.Renewed renewed) {
            Claim later = claim.countingFrom(renewed.countsFrom());
            if (isValid(later)) {
                lead(later);
            }
        }
        renewLater(epoch);
    }

    private void end() {
        held.ifPresent(claim -> process.world.checker.ended(process.self, election, claim.epoch()));
        held = Optional.empty();
    }

    /** Gives up the claim, if there is one. The work ends before. */
    boolean transfer(String successor) {
        Optional<Claim> claim = held;
        if (claim.isEmpty()) {
            return false;
        }
        end();
        candidate = false;
        contender.release(claim.get(), ReleaseRequest.toSuccessor(successor));
        return true;
    }

    void withdraw() {
        Optional<Claim> claim = held;
        candidate = false;
        end();
        if (claim.isPresent()) {
            contender.release(claim.get(), ReleaseRequest.of(EndReason.RESIGNED));
        } else {
            contender.withdraw();
        }
    }

    /** Closes the contender while the work goes on, until its claim has expired. */
    void abandon() {
        abandoned = true;
        contender.close();
    }

    @Override
    public void tryNow() {
        process.later(this::attempt);
    }

    @Override
    public void claimGone(long epoch, EndReason reason) {
        process.later(() -> {
            if (held.filter(claim -> claim.epoch() == epoch && !abandoned).isPresent()) {
                end();
                process.later(RETRY / 4, this::attempt);
            }
        });
    }

    @Override
    public void transferRequested(TransferRequest request) {}
}
