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
import org.jspecify.annotations.Nullable;

/**
 * Gathers the renewals that fall due together and sends them in one round trip. Lives on the loop.
 *
 * <p>Where the store takes them one by one, very many go in several trips, one after the other, so that the
 * time limit of each measures the store and not the length of our own queue.
 */
final class BatchedRenewals {
    private final RuntimeEnvironment environment;
    private final Backend backend;
    private List<Due> gathered = new ArrayList<>();
    private Duration timeout = Duration.ZERO;

    BatchedRenewals(RuntimeEnvironment environment, Backend backend) {
        this.environment = environment;
        this.backend = backend;
    }

    /** Renews the claim with the next batch; the answer comes on the loop, maybe twice: Unknown, then more. */
    void add(Claim claim, Duration requestTimeout, Consumer<RenewOutcome> answer) {
        if (gathered.isEmpty()) {
            timeout = requestTimeout;
            environment.loop().execute(this::send);
        }
        timeout = requestTimeout.compareTo(timeout) < 0 ? requestTimeout : timeout;
        gathered.add(new Due(claim, answer));
    }

    private void send() {
        Deque<Due> all = new ArrayDeque<>(gathered);
        gathered = new ArrayList<>();
        sendSome(all, timeout);
    }

    private void sendSome(Deque<Due> rest, Duration patience) {
        List<Due> batch = new ArrayList<>();
        while (!rest.isEmpty() && batch.size() < backend.maxRenewalBatch()) {
            batch.add(rest.remove());
        }
        EventLoop.Timer limit = environment.loop().at(environment.clock().nanos() + patience.toNanos(), () -> {
            RenewOutcome late = new RenewOutcome.Unknown(new TimeoutException(
                    backend.describe() + " did not answer a renewal within " + patience.toMillis() + " ms"));
            batch.forEach(due -> due.answer.accept(late));
            // Those behind it would only wait longer for the same store.
            rest.forEach(due -> due.answer.accept(late));
            rest.clear();
        });
        List<Claim> claims = batch.stream().map(Due::claim).toList();
        backend.renew(claims)
                .whenComplete((answers, failure) -> environment.loop().execute(() -> {
                    limit.cancel();
                    batch.forEach(due -> due.answer.accept(outcome(due.claim, answers, failure)));
                    if (!rest.isEmpty()) {
                        sendSome(rest, patience);
                    }
                }));
    }

    private RenewOutcome outcome(Claim claim, @Nullable Map<Claim, RenewOutcome> answers, @Nullable Throwable failure) {
        RenewOutcome outcome = answers == null ? null : answers.get(claim);
        if (outcome != null) {
            return outcome;
        }
        return new RenewOutcome.Unknown(
                failure != null
                        ? Failures.unwrapped(failure)
                        : new IllegalStateException(backend.describe() + " did not answer for " + claim.election()));
    }

    /** A renewal, and who waits for its outcome. */
    private record Due(Claim claim, Consumer<RenewOutcome> answer) {}
}
