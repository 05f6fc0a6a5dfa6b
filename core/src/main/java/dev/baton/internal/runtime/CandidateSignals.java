package dev.baton.internal.runtime;

import dev.baton.CandidateState;
import dev.baton.EndReason;
import dev.baton.internal.machine.AttemptHint;
import dev.baton.internal.machine.Input;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.TransferRequest;
import org.jspecify.annotations.Nullable;

/** What the store tells a candidate unasked, turned into inputs. */
final class CandidateSignals implements ContenderSignals {
    private final CandidateIdentity identity;
    private final Transfers transfers;
    private volatile @Nullable CandidateDriver driver;

    CandidateSignals(CandidateIdentity identity, Transfers transfers) {
        this.identity = identity;
        this.transfers = transfers;
    }

    void attach(CandidateDriver attached) {
        driver = attached;
        transfers.attach(attached);
    }

    @Override
    public void tryNow() {
        CandidateDriver candidate = driver;
        if (candidate != null) {
            candidate.feed(at -> new Input.TryNow(at, candidate.cue()));
        }
    }

    @Override
    public void claimGone(long epoch, EndReason reason) {
        CandidateDriver candidate = driver;
        if (candidate != null) {
            candidate.feed(at -> new Input.ClaimGone(at, epoch, reason));
        }
    }

    @Override
    public void transferRequested(TransferRequest frame) {
        CandidateDriver candidate = driver;
        if (candidate == null) {
            return;
        }
        if (frame.instanceId().equals(identity.instanceId())) {
            candidate.feed(at -> new Input.TryNow(at, AttemptHint.SUMMONED));
        } else if (candidate.candidacy().state() == CandidateState.LEADER) {
            transfers.yieldTo(frame);
        }
    }
}
