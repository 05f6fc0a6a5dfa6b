package dev.baton.internal.runtime;

import dev.baton.spi.Backend;
import dev.baton.spi.Claim;
import dev.baton.spi.RenewOutcome;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Collects the renewals that are due at the same time and sends them in one round trip. Used only on the event loop.
 *
 * <p>If the backend limits the size of a batch, the batches go out one after the other. So the time limit of each
 * measures the store, not the length of our own queue. Each renewal keeps its own time limit: a candidate with a short one
 * does not shorten that of others.
 */
final class BatchedRenewals {
    private final RuntimeEnvironment environment;
    private final Backend backend;
    private Deque<Pending> collected = new ArrayDeque<>();

    BatchedRenewals(RuntimeEnvironment environment, Backend backend) {
        this.environment = environment;
        this.backend = backend;
    }

    /**
     * Adds the claim to the next batch. The outcome is delivered on the loop. After a timeout it is {@code Unknown}
     * first, and the reply can follow later.
     */
    void add(Claim claim, Duration requestTimeout, Consumer<RenewOutcome> onOutcome) {
        if (collected.isEmpty()) {
            environment.loop().execute(this::send);
        }
        collected.add(new Pending(claim, requestTimeout, onOutcome));
    }

    private void send() {
        Deque<Pending> all = collected;
        collected = new ArrayDeque<>();
        sendNextBatch(all);
    }

    private void sendNextBatch(Deque<Pending> rest) {
        List<Pending> batch = new ArrayList<>();
        while (!rest.isEmpty() && batch.size() < backend.maxRenewalBatch()) {
            batch.add(rest.remove());
        }
        List<EventLoop.Timer> timers = Stream.concat(batch.stream(), rest.stream())
                .map(Pending::limit)
                .distinct()
                .map(limit -> environment.after(limit, () -> reportLate(limit, batch, rest)))
                .toList();
        backend.renew(batch.stream().map(Pending::claim).toList())
                .whenComplete((outcomes, failure) -> environment.loop().execute(() -> {
                    batch.forEach(pending -> pending.onOutcome.accept(outcome(pending.claim, outcomes, failure)));
                    // Only now: an outcome for which there was no memory counts as late, and the renewal is repeated.
                    timers.forEach(EventLoop.Timer::cancel);
                    if (!rest.isEmpty()) {
                        sendNextBatch(rest);
                    }
                }));
    }

    private void reportLate(Duration limit, List<Pending> batch, Deque<Pending> rest) {
        RenewOutcome late = new RenewOutcome.Unknown(new TimeoutException(
                backend.describe() + " did not answer a renewal within " + limit.toMillis() + " ms"));
        // The remaining batches would only wait longer for the same store.
        List<Pending> all = Stream.concat(batch.stream(), rest.stream())
                .filter(pending -> pending.limit.equals(limit))
                .toList();
        rest.removeIf(pending -> pending.limit.equals(limit));
        all.forEach(pending -> pending.onOutcome.accept(late));
    }

    private RenewOutcome outcome(
            Claim claim, @Nullable Map<Claim, RenewOutcome> outcomes, @Nullable Throwable failure) {
        RenewOutcome outcome = outcomes == null ? null : outcomes.get(claim);
        if (outcome != null) {
            return outcome;
        }
        return new RenewOutcome.Unknown(
                failure != null
                        ? Failures.unwrapped(failure)
                        : new IllegalStateException(
                                backend.describe() + " did not answer the renewal of " + claim.election()));
    }

    private record Pending(Claim claim, Duration limit, Consumer<RenewOutcome> onOutcome) {}
}
