package dev.baton.internal.runtime;

import dev.baton.BatonClock;
import dev.baton.CandidateState;
import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.internal.machine.AttemptHint;
import dev.baton.internal.machine.AttemptInput;
import dev.baton.internal.machine.TenureInput;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.TransferRequest;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Turns the signals of one contender into inputs of its candidate. */
final class CandidateSignals implements ContenderSignals {
    private final Transfers transfers;
    private final BatonClock clock;
    private volatile @Nullable CandidateDriver driver;

    CandidateSignals(Transfers transfers, BatonClock clock) {
        this.transfers = transfers;
        this.clock = clock;
    }

    /** Sets the candidate. Signals that arrive earlier are ignored. */
    void attach(CandidateDriver attached) {
        driver = attached;
    }

    /** Ignores all further signals, because the contender was discarded. */
    @SuppressWarnings("NullAway") // the reader checks for null
    void detach() {
        driver = null;
    }

    @Override
    public void tryNow() {
        ifAttached(candidate -> candidate.submit(at -> new AttemptInput.TryNow(at, candidate.attemptHint())));
    }

    @Override
    public void claimGone(long epoch, EndReason reason) {
        claimGone(epoch, reason, clock.now());
    }

    @Override
    public void claimGone(long epoch, EndReason reason, ClockReading foundAt) {
        ifAttached(candidate -> candidate.submit(at -> new TenureInput.GoneSignal(at, epoch, reason, foundAt.nanos())));
    }

    @Override
    public void claimFailed(long epoch, EndReason reason, Throwable cause) {
        long foundAt = clock.now().nanos();
        ifAttached(candidate ->
                candidate.submit(at -> new TenureInput.GoneSignal(at, epoch, reason, foundAt, Optional.of(cause))));
    }

    @Override
    public void transferRequested(TransferRequest request) {
        ifAttached(candidate -> {
            if (candidate.isInstance(request.election(), request.instanceId())) {
                candidate.submit(at -> new AttemptInput.TryNow(at, AttemptHint.NAMED_SUCCESSOR));
            } else if (candidate.candidacy().state() == CandidateState.LEADER) {
                transfers.yieldTo(request);
            }
        });
    }

    private void ifAttached(Consumer<CandidateDriver> action) {
        CandidateDriver candidate = driver;
        if (candidate != null) {
            action.accept(candidate);
        }
    }
}
