package dev.baton.testkit;

import dev.baton.EndReason;
import dev.baton.LeaderInfo;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A backend that holds its answers back until it is told to give them, counts, and throws when told to. */
final class StubbornBackend extends ForwardingBackend {
    private final List<Runnable> heldBack = new ArrayList<>();
    private boolean holdsBack;
    private final Map<String, ContenderSignals> signals = new HashMap<>();
    final List<Integer> renewals = new ArrayList<>();
    final List<Long> released = new ArrayList<>();
    boolean throwsOnAcquire;
    boolean throwsOnRenew;
    boolean throwsOnWithdraw;
    boolean renewalsFindNothing;
    boolean answersNothing;
    boolean observesNothing;
    boolean releasesFail;

    StubbornBackend(Backend real) {
        super(real);
    }

    /** The way in which the store tells a candidate unasked. */
    ContenderSignals signals(String instanceId) {
        return Objects.requireNonNull(signals.get(instanceId));
    }

    void holdBack() {
        holdsBack = true;
    }

    /** Gives every answer that was held back; those to come are given at once. */
    void letGo() {
        holdsBack = false;
        List.copyOf(heldBack).forEach(Runnable::run);
        heldBack.clear();
    }

    private <T> CompletionStage<T> pass(CompletionStage<T> answer) {
        if (answersNothing) {
            return new CompletableFuture<>();
        }
        if (!holdsBack) {
            return answer;
        }
        CompletableFuture<T> late = new CompletableFuture<>();
        heldBack.add(() -> answer.thenAccept(late::complete));
        return late;
    }

    @Override
    public Contender contend(ContenderSettings contest) {
        signals.put(contest.instanceId(), contest.signals());
        return new ForwardingContender(super.contend(contest)) {
            @Override
            public CompletionStage<AcquireOutcome> acquire(long floor) {
                if (throwsOnAcquire) {
                    throw new IllegalStateException("a bug in acquire");
                }
                return pass(super.acquire(floor));
            }

            @Override
            public CompletionStage<RenewOutcome> reclaim(Claim claim) {
                return pass(super.reclaim(claim));
            }

            @Override
            public CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest departure) {
                released.add(claim.epoch());
                if (releasesFail) {
                    return CompletableFuture.failedFuture(new IllegalStateException("a release failed"));
                }
                return pass(super.release(claim, departure));
            }

            @Override
            public CompletionStage<Void> withdraw() {
                if (throwsOnWithdraw) {
                    throw new IllegalStateException("a bug in withdraw");
                }
                return super.withdraw();
            }
        };
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        renewals.add(claims.size());
        if (throwsOnRenew) {
            throw new IllegalStateException("a bug in renew");
        }
        if (renewalsFindNothing) {
            Map<Claim, RenewOutcome> gone = new HashMap<>();
            claims.forEach(claim -> gone.put(claim, new RenewOutcome.Gone(EndReason.TAKEN_OVER)));
            return pass(CompletableFuture.completedFuture(gone));
        }
        return pass(super.renew(claims));
    }

    @Override
    public CompletionStage<Optional<LeaderInfo>> observe(String election) {
        return observesNothing ? new CompletableFuture<>() : super.observe(election);
    }
}
