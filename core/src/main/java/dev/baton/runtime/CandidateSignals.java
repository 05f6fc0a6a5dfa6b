package dev.baton.runtime;

import dev.baton.machine.Cue;
import dev.baton.machine.EndReason;
import dev.baton.machine.Input;
import dev.baton.machine.State;
import dev.baton.spi.ClaimFrame;
import dev.baton.spi.Signals;
import org.jspecify.annotations.Nullable;

/** What the store tells a candidate unasked, turned into inputs. */
final class CandidateSignals implements Signals {
    private final Identity identity;
    private final Transfers transfers;
    private volatile @Nullable CandidateDriver driver;

    CandidateSignals(Identity identity, Transfers transfers) {
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
    public void claimRequested(ClaimFrame frame) {
        CandidateDriver candidate = driver;
        if (candidate == null) {
            return;
        }
        if (frame.instanceId().equals(identity.instanceId())) {
            candidate.feed(at -> new Input.TryNow(at, Cue.SUMMONED));
        } else if (candidate.candidacy().state() == State.LEADER) {
            transfers.yieldTo(frame);
        }
    }
}
