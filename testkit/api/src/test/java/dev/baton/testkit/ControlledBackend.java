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

/** A backend that delays replies, counts requests and throws exceptions on demand. */
final class ControlledBackend extends ForwardingBackend {
    private final List<Runnable> delayed = new ArrayList<>();
    private boolean delaying;
    private final Map<String, ContenderSignals> signals = new HashMap<>();
    final List<Integer> renewals = new ArrayList<>();
    final List<Long> released = new ArrayList<>();
    boolean throwsOnAcquire;
    boolean hasNoThreads;
    boolean throwsOnRenew;
    boolean throwsOnWithdraw;
    boolean renewalsReturnGone;
    boolean neverReplies;
    boolean neverRepliesToObserve;
    boolean releasesFail;

    ControlledBackend(Backend real) {
        super(real);
    }

    /** Returns the signals of a candidate. */
    ContenderSignals signals(String instanceId) {
        return Objects.requireNonNull(signals.get(instanceId));
    }

    void delayReplies() {
        delaying = true;
    }

    /** Delivers all delayed replies, and new ones at once. */
    void deliverReplies() {
        delaying = false;
        List.copyOf(delayed).forEach(Runnable::run);
        delayed.clear();
    }

    private void requireThread() {
        if (hasNoThreads) {
            throw new OutOfMemoryError("unable to create native thread");
        }
    }

    private <T> CompletionStage<T> deliver(CompletionStage<T> reply) {
        if (neverReplies) {
            return new CompletableFuture<>();
        }
        if (!delaying) {
            return reply;
        }
        CompletableFuture<T> late = new CompletableFuture<>();
        delayed.add(() -> reply.thenAccept(late::complete));
        return late;
    }

    @Override
    public Contender contend(ContenderSettings settings) {
        signals.put(settings.instanceId(), settings.signals());
        return new ForwardingContender(super.contend(settings)) {
            @Override
            public CompletionStage<AcquireOutcome> acquire(long floor) {
                if (throwsOnAcquire) {
                    throw new IllegalStateException("bug in acquire");
                }
                requireThread();
                return deliver(super.acquire(floor));
            }

            @Override
            public CompletionStage<RenewOutcome> reclaim(Claim claim) {
                return deliver(super.reclaim(claim));
            }

            @Override
            public CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest request) {
                released.add(claim.epoch());
                if (releasesFail) {
                    return CompletableFuture.failedFuture(new IllegalStateException("release failed"));
                }
                return deliver(super.release(claim, request));
            }

            @Override
            public CompletionStage<Void> withdraw() {
                if (throwsOnWithdraw) {
                    throw new IllegalStateException("bug in withdraw");
                }
                requireThread();
                return super.withdraw();
            }
        };
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        renewals.add(claims.size());
        if (throwsOnRenew) {
            throw new IllegalStateException("bug in renew");
        }
        if (renewalsReturnGone) {
            Map<Claim, RenewOutcome> gone = new HashMap<>();
            claims.forEach(claim -> gone.put(claim, new RenewOutcome.Gone(EndReason.TAKEN_OVER)));
            return deliver(CompletableFuture.completedFuture(gone));
        }
        return deliver(super.renew(claims));
    }

    @Override
    public CompletionStage<Optional<LeaderInfo>> observe(String election) {
        return neverRepliesToObserve ? new CompletableFuture<>() : super.observe(election);
    }
}
