package dev.baton.internal.runtime;

import dev.baton.HealthCheck;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks a health gate again and again, off the loop, and tells the loop when it turned. A check that does
 * not come back counts as unhealthy after three rounds.
 */
final class HealthProbe {
    private static final int PATIENCE_ROUNDS = 3;

    private final HealthCheck health;
    private final Duration every;
    private final RuntimeEnvironment environment;
    private final Consumer<Boolean> onChange;
    private boolean healthy = true;
    private boolean running;
    private int roundsWaited;
    private boolean asking;
    private EventLoop.@Nullable Timer next;

    HealthProbe(HealthCheck health, Duration every, RuntimeEnvironment environment, Consumer<Boolean> onChange) {
        this.health = health;
        this.every = every;
        this.environment = environment;
        this.onChange = onChange;
    }

    /** Starts asking; until the first answer the candidate counts as unhealthy. On the loop. */
    void start() {
        if (health != HealthCheck.ALWAYS && !running) {
            running = true;
            become(false);
            round();
        }
    }

    /** Asks no more. On the loop. */
    void stop() {
        running = false;
        if (next != null) {
            next.cancel();
            next = null;
        }
    }

    private void round() {
        if (!running) {
            return;
        }
        if (!asking) {
            asking = true;
            roundsWaited = 0;
            environment.work().execute(this::ask);
        } else if (++roundsWaited == PATIENCE_ROUNDS) {
            become(false);
        }
        next = environment.loop().at(environment.clock().nanos() + every.toNanos(), this::round);
    }

    private void ask() {
        boolean answer;
        try {
            answer = health.isHealthy();
        } catch (Exception | Error failed) {
            answer = false;
        }
        boolean now = answer;
        environment.loop().execute(() -> {
            asking = false;
            if (running) {
                become(now);
            }
        });
    }

    private void become(boolean now) {
        if (now != healthy) {
            healthy = now;
            onChange.accept(now);
        }
    }
}
