package dev.baton.reconcile.shards;

import dev.baton.HealthCheck;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The health check of a replica, with a limit of time: one that hangs must not stop the assignment of shards. While a call
 * that took too long has not ended, the replica counts as unhealthy and no other call begins. For one thread.
 */
final class ReplicaHealthCheck {
    private static final Duration SHORTEST_LIMIT = Duration.ofSeconds(3);

    private final HealthCheck check;
    private final Duration limit;
    private @Nullable FutureTask<Boolean> late;

    ReplicaHealthCheck(HealthCheck check) {
        this.check = check;
        this.limit = check.timeout().compareTo(SHORTEST_LIMIT) > 0 ? check.timeout() : SHORTEST_LIMIT;
    }

    /** Runs the check. A check that fails, or that does not return in time, means unhealthy. */
    boolean isHealthy() {
        if (check == HealthCheck.ALWAYS) {
            return true;
        }
        if (late != null && !late.isDone()) {
            return false;
        }
        late = null;
        FutureTask<Boolean> call = new FutureTask<>(check::isHealthy);
        try {
            NamedThreads.start("baton-shards-health", call);
            return call.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException hanging) {
            late = call;
            Shards.LOG.warn(
                    "the health check of this replica has not returned for {} ms; the replica counts as unhealthy",
                    limit.toMillis());
            return false;
        } catch (InterruptedException ended) {
            call.cancel(true);
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | RuntimeException | Error failed) {
            return false;
        }
    }
}
