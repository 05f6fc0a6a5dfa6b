package dev.baton.internal.runtime;

import dev.baton.HealthCheck;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs a health check periodically, off the loop, and reports changes of its result on the loop. A check that does not
 * return counts as unhealthy after three intervals and its own timeout. Used only on the event loop.
 */
final class HealthProbe {
    private static final int MIN_INTERVALS = 3;

    private final HealthCheck check;
    private final Duration interval;
    private final Duration timeout;
    private final RuntimeEnvironment environment;
    private final Consumer<Boolean> onChange;
    private boolean healthy;
    private boolean started;
    private boolean checking;
    private int intervalsWaited;
    private EventLoop.@Nullable Timer next;

    HealthProbe(HealthCheck check, Duration interval, RuntimeEnvironment environment, Consumer<Boolean> onChange) {
        this.check = check;
        this.interval = interval;
        this.timeout = check.timeout();
        this.environment = environment;
        this.onChange = onChange;
        this.healthy = initiallyHealthy(check);
    }

    /** Returns whether a candidate counts as healthy before the first result. */
    static boolean initiallyHealthy(HealthCheck check) {
        return check == HealthCheck.ALWAYS;
    }

    /** Starts the checks. Until the first result the candidate counts as unhealthy. */
    void start() {
        if (check != HealthCheck.ALWAYS && !started) {
            started = true;
            update(false);
            tick();
        }
    }

    void stop() {
        started = false;
        if (next != null) {
            next.cancel();
            next = null;
        }
    }

    private void tick() {
        if (!started) {
            return;
        }
        if (!checking) {
            checking = true;
            intervalsWaited = 0;
            startCheck();
        } else if (isTooLong(++intervalsWaited)) {
            update(false);
        }
        next = environment.after(interval, this::tick);
    }

    private boolean isTooLong(int intervals) {
        return intervals >= MIN_INTERVALS && interval.multipliedBy(intervals).compareTo(timeout) >= 0;
    }

    /** A check for which there is no thread counts as unhealthy. */
    private void startCheck() {
        try {
            environment.work().execute(this::runCheck);
        } catch (RuntimeException | Error noThread) {
            checking = false;
            update(false);
        }
    }

    private void runCheck() {
        boolean result = isHealthy();
        environment.loop().execute(() -> {
            checking = false;
            if (started) {
                update(result);
            }
        });
    }

    private boolean isHealthy() {
        try {
            return check.isHealthy();
        } catch (Exception | Error failed) {
            return false;
        }
    }

    private void update(boolean now) {
        if (now != healthy) {
            healthy = now;
            onChange.accept(now);
        }
    }
}
