package dev.baton.spi.recipe;

import dev.baton.EndReason;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ContenderSignals;
import dev.baton.spi.LiveCommandCheck;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One candidate that leads when the seat of its process is the first one in the queue.
 *
 * @param <C> the class itself
 * @param <K> what identifies a place in the store
 */
public abstract class SeatedContender<C extends SeatedContender<C, K>, K> implements Contender, QueuedContender {
    private final QueueContext<C, K> queue;
    private final ContenderSettings settings;
    private final LiveCommandCheck liveCommands;
    private final AtomicLong withdrawals = new AtomicLong();

    protected SeatedContender(QueueContext<C, K> queue, ContenderSettings settings) {
        this.queue = queue;
        this.settings = settings;
        this.liveCommands = new LiveCommandCheck(settings, queue.clock()::nanos);
    }

    /**
     * Makes one attempt to lead. It blocks.
     *
     * @param before how often the candidate had withdrawn when it asked for this attempt
     */
    protected abstract AcquireOutcome attempt(long floor, long before);

    /** Renews claims of this process. It blocks. */
    protected abstract Map<Claim, RenewOutcome> renew(List<Claim> claims);

    /** Returns how the store removes seats. */
    public abstract SeatRemoval<C, K> removal();

    protected final ContenderSettings settings() {
        return settings;
    }

    @Override
    public final String election() {
        return settings.election();
    }

    @Override
    public final String instanceId() {
        return settings.instanceId();
    }

    @Override
    public final ContenderSignals signals() {
        return settings.signals();
    }

    /** Returns the address of the instance for its tenures. */
    public final String url() {
        return settings.url();
    }

    /** Returns how often the candidate has withdrawn. */
    public final long withdrawals() {
        return withdrawals.get();
    }

    /** Returns why the candidate must wait for a command of an earlier tenure; empty if it need not. */
    public final Optional<AcquireOutcome.HeldBy> delay(CommandRecord running) {
        return liveCommands.delay(running.holder(), running.epoch(), Optional.of(running.command()));
    }

    @Override
    public final CompletionStage<AcquireOutcome> acquire(long floor) {
        // Counted when the attempt is asked for: it may be withdrawn while it waits for its turn.
        long before = withdrawals.get();
        return queue.threads()
                .submit(election(), () -> attempt(floor, before))
                .exceptionally(failed -> new AcquireOutcome.Unknown(queue.failure(election(), failed)));
    }

    @Override
    public final CompletionStage<RenewOutcome> reclaim(Claim claim) {
        RenewOutcome noAnswer = new RenewOutcome.Unknown(new IllegalStateException("no answer for " + claim));
        return queue.threads()
                .renewal(() -> renew(List.of(claim)))
                .thenApply(all -> all.getOrDefault(claim, noAnswer))
                .exceptionally(failed -> new RenewOutcome.Unknown(queue.failure(election(), failed)));
    }

    @Override
    public final CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest request) {
        Optional<Seat<C, K>> held = queue.seats().of(claim).filter(seat -> seat.isOf(this));
        // From here on the end of the place in the store is expected.
        if (held.isEmpty()
                || !queue.seats().replace(election(), held.get(), held.get().removing())) {
            return CompletableFuture.completedFuture(new ReleaseOutcome.NotOurs());
        }
        return queue.threads()
                .submit(
                        election(),
                        () -> removal().release(election(), held.get().removing(), request))
                .exceptionally(failed -> new ReleaseOutcome.Unknown(queue.failure(election(), failed)));
    }

    @Override
    public final CompletionStage<Void> withdraw() {
        withdrawals.incrementAndGet();
        return queue.threads().run(election(), this::removeOwn);
    }

    /** Removes the seat of this process if this candidate uses it. It blocks. */
    public final void removeOwn() {
        queue.seats()
                .of(election())
                .filter(seat -> seat.isOf(this))
                .ifPresent(seat -> removal().remove(election(), seat, EndReason.SESSION_CLOSED));
    }

    @Override
    public final void close() {
        queue.local().remove(this);
        boolean stands = queue.seats()
                .of(election())
                .filter(seat -> seat.isOf(this) && seat.use() == Seat.Use.STANDING)
                .isPresent();
        if (stands) {
            withdraw();
        }
    }
}
