package dev.baton.internal.runtime;

import dev.baton.CandidateState;
import dev.baton.EndReason;
import dev.baton.internal.machine.AttemptHint;
import dev.baton.internal.machine.AttemptInput;
import dev.baton.internal.machine.TenureInput;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.TransferRequest;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Turns the signals of the store into inputs of a candidate. */
final class CandidateSignals implements ContenderSignals {
    private final Transfers transfers;
    private volatile @Nullable CandidateDriver driver;

    CandidateSignals(Transfers transfers) {
        this.transfers = transfers;
    }

    /** Sets the candidate. Signals that arrive earlier are ignored. */
    void attach(CandidateDriver attached) {
        driver = attached;
        transfers.attach(attached);
    }

    @Override
    public void tryNow() {
        ifAttached(candidate -> candidate.submit(at -> new AttemptInput.TryNow(at, candidate.attemptHint())));
    }

    @Override
    public void claimGone(long epoch, EndReason reason) {
        ifAttached(candidate -> candidate.submit(at -> new TenureInput.ClaimGone(at, epoch, reason)));
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
