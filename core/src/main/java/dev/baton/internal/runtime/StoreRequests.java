package dev.baton.internal.runtime;

import dev.baton.EndReason;
import dev.baton.LatencyStats;
import dev.baton.internal.machine.AttemptInput;
import dev.baton.internal.machine.Input;
import dev.baton.internal.machine.TenureInput;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the requests of one candidate to its store. Every request results in an input on the loop, at the latest when
 * its time limit ends. Used only on the event loop, except where noted.
 */
final class StoreRequests {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration MIN_TIME_LIMIT = Duration.ofSeconds(2);

    private final SharedServices services;
    private final Contender contender;
    private final CandidateTiming timing;
    private final Consumer<Input> onReply;
    private final LatencyRecorder renewals = new LatencyRecorder();
    private @Nullable Claim granted;
    private @Nullable Claim claim;
    private long releasing = -1;
    private long highestEpoch;

    StoreRequests(SharedServices services, Contender contender, CandidateTiming timing, Consumer<Input> onReply) {
        this.services = services;
        this.contender = contender;
        this.timing = timing;
        this.onReply = onReply;
    }

    void acquire(long attempt) {
        send(
                contender.acquire(highestEpoch),
                outcome -> acquired(attempt, outcome),
                failure -> new AttemptInput.AcquireUnknown(services.now(), attempt, failure));
    }

    /** Makes the last grant the claim of the tenure that begins. A tenure that resumes keeps its claim. */
    void adoptGrant(long epoch) {
        Claim latest = granted;
        if (latest != null && latest.epoch() == epoch) {
            claim = latest;
        }
    }

    void renew(long epoch) {
        long since = services.now();
        AtomicBoolean first = new AtomicBoolean(true);
        services.renewals().add(held(epoch), timing.requestTimeout(), outcome -> {
            if (first.getAndSet(false)) {
                renewals.add(services.now() - since);
            }
            // If the release overtook this renewal, the claim is gone because this candidate released it.
            if (epoch != releasing) {
                onReply.accept(renewed(epoch, outcome));
            }
        });
    }

    /** Returns how long renewals took. Thread-safe. */
    LatencyStats renewals() {
        return renewals.stats();
    }

    void reclaim(long epoch) {
        send(
                contender.reclaim(held(epoch)),
                outcome -> renewed(epoch, outcome),
                failure -> new TenureInput.RenewUnknown(services.now(), epoch, failure));
    }

    void release(long epoch, ReleaseRequest request) {
        releasing = epoch;
        send(
                contender.release(held(epoch), request),
                outcome -> released(epoch, outcome),
                failure -> new TenureInput.ReleaseUnknown(services.now(), epoch, failure));
    }

    void discardGrant(long epoch) {
        Claim unused = granted;
        if (unused == null || unused.epoch() != epoch) {
            throw new IllegalStateException("no grant with epoch " + epoch + "; the last grant is " + unused);
        }
        contender.release(unused, ReleaseRequest.of(EndReason.RESIGNED)).whenComplete((outcome, failure) -> {
            if (failure != null || outcome instanceof ReleaseOutcome.Unknown) {
                contender.withdraw();
            }
        });
    }

    void withdraw() {
        contender.withdraw().whenComplete((done, failure) -> {
            if (failure != null) {
                LOG.debug("could not withdraw from {}", services.backend().describe(), failure);
            }
        });
    }

    private Input acquired(long attempt, AcquireOutcome outcome) {
        long now = services.now();
        return outcome.match(
                won -> {
                    granted = won.claim();
                    recordEpoch(won.claim().epoch());
                    return new AttemptInput.Won(
                            now, attempt, won.claim().epoch(), won.claim().countsFrom());
                },
                held -> {
                    recordEpoch(held.epoch());
                    return new AttemptInput.HeldByOther(now, attempt, held.holder(), held.freeAfter());
                },
                unknown -> new AttemptInput.AcquireUnknown(now, attempt, unknown.cause()));
    }

    private Input renewed(long epoch, RenewOutcome outcome) {
        long now = services.now();
        return outcome.match(
                renewed -> {
                    Claim held = claim;
                    if (held != null && held.epoch() == epoch) {
                        claim = held.countingFrom(renewed.countsFrom());
                    }
                    return new TenureInput.Renewed(now, epoch, renewed.countsFrom());
                },
                gone -> new TenureInput.ClaimGone(now, epoch, gone.reason()),
                unknown -> new TenureInput.RenewUnknown(now, epoch, unknown.cause()));
    }

    private Input released(long epoch, ReleaseOutcome outcome) {
        long now = services.now();
        return outcome.match(
                released -> new TenureInput.ReleaseDone(now, epoch),
                notOurs -> new TenureInput.ClaimGone(now, epoch, EndReason.TAKEN_OVER),
                unknown -> new TenureInput.ReleaseUnknown(now, epoch, unknown.cause()));
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

    private <T> void send(
            CompletionStage<T> reply, Function<T, Input> onOutcome, Function<Throwable, Input> onFailure) {
        Duration fourRequests = timing.requestTimeout().multipliedBy(4);
        Duration limit = fourRequests.compareTo(MIN_TIME_LIMIT) < 0 ? MIN_TIME_LIMIT : fourRequests;
        EventLoop.Timer timer = services.environment().after(limit, () -> {
            String late = services.backend().describe() + " did not answer within " + limit.toMillis() + " ms";
            onReply.accept(onFailure.apply(new TimeoutException(late)));
        });
        reply.whenComplete((outcome, failure) -> services.loop().execute(() -> {
            timer.cancel();
            onReply.accept(outcome == null ? onFailure.apply(Failures.unwrapped(failure)) : onOutcome.apply(outcome));
        }));
    }
}
