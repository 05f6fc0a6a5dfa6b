package dev.baton.internal.runtime;

import dev.baton.EndReason;
import dev.baton.LatencyStats;
import dev.baton.internal.machine.Input;
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
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests of one candidate to its store: each is answered on the loop with an input, at the latest
 * when its time is up. Lives on the loop.
 */
final class StoreRequests {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration SHORTEST_LIMIT = Duration.ofSeconds(2);

    private final SharedServices services;
    private final Contender contender;
    private final CandidateTiming timing;
    private final Stopwatch renewals = new Stopwatch();
    private @Nullable Claim granted;
    private @Nullable Claim claim;
    private long releasing = -1;
    private long highestEpoch;

    StoreRequests(SharedServices services, Contender contender, CandidateTiming timing) {
        this.services = services;
        this.contender = contender;
        this.timing = timing;
    }

    /** Remembers an epoch that somebody told, so that a store that lost its data gets it back. */
    void heardOf(long epoch) {
        highestEpoch = Math.max(highestEpoch, epoch);
    }

    void acquire(long attempt, Consumer<Input> answer) {
        ask(
                () -> contender.acquire(highestEpoch),
                (outcome, now) -> acquired(attempt, outcome, now),
                (failure, now) -> new Input.AcquireUnknown(now, attempt, failure),
                answer);
    }

    /** Takes the last grant for the claim of the reign that begins; a reign that resumes keeps its own. */
    void adopt(long epoch) {
        Claim latest = granted;
        if (latest != null && latest.epoch() == epoch) {
            claim = latest;
        }
    }

    void renew(long epoch, Consumer<Input> answer) {
        long since = services.now();
        AtomicBoolean first = new AtomicBoolean(true);
        services.renewals().add(held(epoch), timing.requestTimeout(), outcome -> {
            if (first.getAndSet(false)) {
                renewals.add(services.now() - since);
            }
            // A renewal that was overtaken by the release finds the claim gone because we gave it back.
            if (epoch != releasing) {
                answer.accept(renewed(epoch, outcome));
            }
        });
    }

    /** How long they took. From any thread. */
    LatencyStats renewals() {
        return renewals.timings();
    }

    void reclaim(long epoch, Consumer<Input> answer) {
        ask(
                () -> contender.reclaim(held(epoch)),
                (outcome, now) -> renewed(epoch, outcome),
                (failure, now) -> new Input.RenewUnknown(now, epoch, failure),
                answer);
    }

    void release(long epoch, ReleaseRequest departure, Consumer<Input> answer) {
        releasing = epoch;
        ask(
                () -> contender.release(held(epoch), departure),
                (outcome, now) -> released(epoch, outcome, now),
                (failure, now) -> new Input.ReleaseUnknown(now, epoch, failure),
                answer);
    }

    void giveBack(long epoch) {
        Claim unwanted = granted;
        if (unwanted == null || unwanted.epoch() != epoch) {
            throw new IllegalStateException("no grant with epoch " + epoch + " but " + unwanted);
        }
        contender.release(unwanted, ReleaseRequest.of(EndReason.RESIGNED)).whenComplete((outcome, failure) -> {
            if (failure != null || outcome instanceof ReleaseOutcome.Unknown) {
                contender.withdraw();
            }
        });
    }

    void withdraw() {
        contender.withdraw().whenComplete((done, failure) -> {
            if (failure != null) {
                LOG.debug("a withdrawal from {} failed", services.backend().describe(), failure);
            }
        });
    }

    private Input acquired(long attempt, AcquireOutcome outcome, long now) {
        if (outcome instanceof AcquireOutcome.Won won) {
            granted = won.claim();
            heardOf(won.claim().epoch());
            return new Input.Won(now, attempt, won.claim().epoch(), won.claim().countsFrom());
        }
        if (outcome instanceof AcquireOutcome.HeldBy held) {
            heardOf(held.epoch());
            return new Input.HeldByOther(now, attempt, held.holder(), held.freeAfter());
        }
        return new Input.AcquireUnknown(now, attempt, ((AcquireOutcome.Unknown) outcome).cause());
    }

    private Input renewed(long epoch, RenewOutcome outcome) {
        long now = services.now();
        if (outcome instanceof RenewOutcome.Renewed renewed) {
            Claim held = claim;
            if (held != null && held.epoch() == epoch) {
                claim = held.countingFrom(renewed.countsFrom());
            }
            return new Input.Renewed(now, epoch, renewed.countsFrom());
        }
        if (outcome instanceof RenewOutcome.Gone gone) {
            return new Input.ClaimGone(now, epoch, gone.reason());
        }
        return new Input.RenewUnknown(now, epoch, ((RenewOutcome.Unknown) outcome).cause());
    }

    private Input released(long epoch, ReleaseOutcome outcome, long now) {
        if (outcome instanceof ReleaseOutcome.Released) {
            return new Input.ReleaseDone(now, epoch);
        }
        if (outcome instanceof ReleaseOutcome.NotOurs) {
            return new Input.ClaimGone(now, epoch, EndReason.TAKEN_OVER);
        }
        return new Input.ReleaseUnknown(now, epoch, ((ReleaseOutcome.Unknown) outcome).cause());
    }

    private Claim held(long epoch) {
        Claim held = claim;
        if (held == null || held.epoch() != epoch) {
            throw new IllegalStateException("no claim with epoch " + epoch + " but " + held);
        }
        return held;
    }

    private interface Request<T> {
        CompletionStage<T> send();
    }

    private <T> void ask(
            Request<T> request,
            BiFunction<T, Long, Input> onOutcome,
            BiFunction<Throwable, Long, Input> onFailure,
            Consumer<Input> answer) {
        Duration limit = timing.requestTimeout().multipliedBy(4);
        Duration patience = limit.compareTo(SHORTEST_LIMIT) < 0 ? SHORTEST_LIMIT : limit;
        EventLoop loop = services.environment().loop();
        EventLoop.Timer timer = loop.at(services.now() + patience.toNanos(), () -> {
            TimeoutException late = new TimeoutException(
                    services.backend().describe() + " did not answer within " + patience.toMillis() + " ms");
            answer.accept(onFailure.apply(late, services.now()));
        });
        Function<Throwable, Input> failed = failure -> onFailure.apply(Failures.unwrapped(failure), services.now());
        request.send()
                .whenComplete((outcome, failure) -> loop.execute(() -> {
                    timer.cancel();
                    answer.accept(outcome == null ? failed.apply(failure) : onOutcome.apply(outcome, services.now()));
                }));
    }
}
