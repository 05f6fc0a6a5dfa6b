package dev.baton.internal.runtime;

import dev.baton.EndReason;
import dev.baton.LatencyStats;
import dev.baton.internal.machine.AttemptInput;
import dev.baton.internal.machine.Input;
import dev.baton.internal.machine.TenureInput;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.Claim;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the requests of one candidate to its store. Every request results in an input on the loop, at the latest when
 * its time limit ends. Used only on the event loop, except where noted.
 *
 * <p>An attempt to acquire is sent only when every earlier request of this candidate has completed, including releases
 * and withdrawals that nobody waits for: whatever they do to the store, they do it before the attempt. If that takes
 * too long, the contender is discarded, and the next attempt uses a new one.
 */
final class StoreRequests {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration MIN_TIME_LIMIT = Duration.ofSeconds(2);

    private final SharedServices services;
    private final Contenders contenders;
    private final Duration timeLimit;
    private final Duration renewTimeLimit;
    private final Consumer<Input> onReply;
    private final LatencyRecorder renewals = new LatencyRecorder();
    private volatile @Nullable ContenderSession session;
    private EventLoop.@Nullable Timer waiting;
    private @Nullable Grant granted;
    private @Nullable Claim claim;
    private long highestEpoch;

    StoreRequests(SharedServices services, Contenders contenders, CandidateTiming timing, Consumer<Input> onReply) {
        this.services = services;
        this.contenders = contenders;
        this.session = contenders.first();
        Duration fourRequests = timing.requestTimeout().multipliedBy(4);
        this.timeLimit = fourRequests.compareTo(MIN_TIME_LIMIT) < 0 ? MIN_TIME_LIMIT : fourRequests;
        this.renewTimeLimit = timing.requestTimeout();
        this.onReply = onReply;
    }

    void acquire(long request) {
        ContenderSession current = current();
        if (current.isIdle()) {
            acquire(current, request);
            return;
        }
        waiting = services.environment().after(timeLimit, () -> {
            waiting = null;
            try {
                discard(current);
            } finally {
                notSent(
                        request,
                        new TimeoutException("an earlier request to "
                                + services.backend().describe() + " did not complete within " + timeLimit.toMillis()
                                + " ms; the attempt was not sent"));
            }
        });
        current.whenIdle(() -> {
            cancelWaiting();
            try {
                acquire(current, request);
            } catch (RuntimeException | Error failure) {
                notSent(request, failure);
            }
        });
    }

    private void notSent(long request, Throwable cause) {
        onReply.accept(new AttemptInput.AcquireUnknown(services.now(), request, cause));
    }

    private void acquire(ContenderSession current, long request) {
        send(
                current,
                sent(() -> current.contender().acquire(highestEpoch)),
                outcome -> acquired(current, request, outcome),
                failure -> new AttemptInput.AcquireUnknown(services.now(), request, failure));
    }

    /**
     * Makes the last grant the claim of the tenure that begins, and returns its tenure id. A tenure that resumes keeps
     * its claim.
     */
    Optional<String> adoptGrant(long epoch) {
        Grant latest = granted;
        if (latest != null && latest.claim.epoch() == epoch) {
            claim = latest.claim;
        }
        return Optional.ofNullable(claim).filter(held -> held.epoch() == epoch).flatMap(Claim::tenureId);
    }

    void renew(long request, long epoch) {
        long since = services.now();
        AtomicBoolean first = new AtomicBoolean(true);
        services.renewals().add(held(epoch), renewTimeLimit, outcome -> {
            if (first.getAndSet(false)) {
                renewals.add(services.now() - since);
            }
            onReply.accept(renewed(request, epoch, outcome));
        });
    }

    /** Returns how long renewals took. Thread-safe. */
    LatencyStats renewals() {
        return renewals.stats();
    }

    void reclaim(long request, long epoch) {
        ContenderSession current = current();
        Claim former = held(epoch);
        send(
                current,
                sent(() -> current.contender().reclaim(former)),
                outcome -> renewed(request, epoch, outcome),
                failure -> new TenureInput.RenewUnknown(services.now(), request, failure));
    }

    void release(long request, long epoch, ReleaseRequest details) {
        ContenderSession current = current();
        Claim ending = held(epoch);
        send(
                current,
                sent(() -> current.contender().release(ending, details)),
                outcome -> released(request, outcome),
                failure -> new TenureInput.ReleaseUnknown(services.now(), request, failure));
    }

    void discardGrant(long epoch) {
        Grant unused = granted;
        if (unused == null || unused.claim.epoch() != epoch) {
            throw new IllegalStateException("no grant with epoch " + epoch + "; the last grant is " + unused);
        }
        ContenderSession grantor = unused.session;
        grantor.track(
                sent(() -> grantor.contender().release(unused.claim, ReleaseRequest.of(EndReason.RESIGNED))),
                (outcome, failure) -> {
                    if (failure != null || outcome instanceof ReleaseOutcome.Unknown) {
                        withdraw(grantor);
                    }
                });
    }

    /** Withdraws, and drops an attempt that has not been sent. */
    void withdraw() {
        cancelWaiting();
        ContenderSession current = session;
        if (current != null) {
            current.cancelWhenIdle();
            withdraw(current);
        }
    }

    /** Closes the contender. Thread-safe. */
    void close() {
        ContenderSession current = session;
        if (current != null) {
            current.close();
        }
    }

    private void withdraw(ContenderSession from) {
        from.track(sent(() -> from.contender().withdraw()), (done, failure) -> {
            if (failure != null) {
                LOG.debug("could not withdraw from {}", services.backend().describe(), failure);
            }
        });
    }

    private ContenderSession current() {
        ContenderSession current = session;
        if (current == null) {
            current = contenders.open();
            session = current;
        }
        return current;
    }

    /** Gives up a contender whose requests do not complete. They can affect only what it acquired itself. */
    private void discard(ContenderSession stuck) {
        LOG.warn(
                "{} did not complete a request; starting again with a new contender",
                services.backend().describe());
        session = null;
        stuck.cancelWhenIdle();
        withdraw(stuck);
        stuck.close();
    }

    private void cancelWaiting() {
        if (waiting != null) {
            waiting.cancel();
            waiting = null;
        }
    }

    private Input acquired(ContenderSession grantor, long request, AcquireOutcome outcome) {
        long now = services.now();
        return outcome.match(
                won -> {
                    granted = new Grant(grantor, won.claim());
                    recordEpoch(won.claim().epoch());
                    return new AttemptInput.Won(
                            now, request, won.claim().epoch(), won.claim().countsFrom());
                },
                held -> {
                    recordEpoch(held.epoch());
                    return new AttemptInput.HeldByOther(now, request, held.holder(), held.freeAfter());
                },
                unknown -> new AttemptInput.AcquireUnknown(now, request, unknown.cause()));
    }

    private Input renewed(long request, long epoch, RenewOutcome outcome) {
        long now = services.now();
        return outcome.match(
                renewed -> {
                    Claim held = claim;
                    if (held != null && held.epoch() == epoch) {
                        claim = held.countingFrom(renewed.countsFrom());
                    }
                    return new TenureInput.Renewed(now, request, renewed.countsFrom());
                },
                gone -> new TenureInput.ClaimGone(now, request, gone.reason()),
                unknown -> new TenureInput.RenewUnknown(now, request, unknown.cause()));
    }

    private Input released(long request, ReleaseOutcome outcome) {
        long now = services.now();
        return outcome.match(
                released -> new TenureInput.ReleaseDone(now, request),
                notOurs -> new TenureInput.ClaimGone(now, request, EndReason.TAKEN_OVER),
                unknown -> new TenureInput.ReleaseUnknown(now, request, unknown.cause()));
    }

    /** Remembers the highest epoch, so that a store that lost its data continues after it. */
    private void recordEpoch(long epoch) {
        highestEpoch = Math.max(highestEpoch, epoch);
    }

    private Claim held(long epoch) {
        Claim held = claim;
        if (held == null || held.epoch() != epoch) {
            throw new IllegalStateException("no claim with epoch " + epoch + "; the current claim is " + held);
        }
        return held;
    }

    /** Sends a request. Without a thread or memory for it, it fails as one without a reply does. */
    private static <T> CompletionStage<T> sent(Supplier<CompletionStage<T>> request) {
        try {
            return request.get();
        } catch (RejectedExecutionException | VirtualMachineError notSent) {
            return CompletableFuture.failedFuture(notSent);
        }
    }

    private <T> void send(
            ContenderSession over,
            CompletionStage<T> reply,
            Function<T, Input> onOutcome,
            Function<Throwable, Input> onFailure) {
        EventLoop.Timer timer = services.environment().after(timeLimit, () -> {
            String late = services.backend().describe() + " did not answer within " + timeLimit.toMillis() + " ms";
            onReply.accept(onFailure.apply(new TimeoutException(late)));
        });
        over.track(reply, (outcome, failure) -> {
            onReply.accept(outcome == null ? onFailure.apply(Failures.unwrapped(failure)) : onOutcome.apply(outcome));
            // Only now: a reply for which there was no memory counts as late.
            timer.cancel();
        });
    }

    private record Grant(ContenderSession session, Claim claim) {}
}
