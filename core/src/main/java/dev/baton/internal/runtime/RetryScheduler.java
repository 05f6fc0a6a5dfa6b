package dev.baton.internal.runtime;

import dev.baton.CandidateEvent;
import dev.baton.RetryAttempt;
import dev.baton.RetryStrategy;
import dev.baton.internal.machine.Input;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Asks a retry strategy: the bundled ones at once, a user's own off the loop. Only on the loop.
 *
 * <p>An answer counts while its question is open: a slow strategy does not speak into a later cycle.
 */
final class RetryScheduler {
    private static final Duration WHEN_IT_THROWS = Duration.ofSeconds(5);
    private static final Duration AT_LEAST = Duration.ofMillis(1);

    private final RetryStrategy strategy;
    private long question;

    RetryScheduler(RetryStrategy strategy) {
        this.strategy = strategy;
    }

    /** Nobody waits for an answer any more. */
    void forget() {
        question++;
    }

    void ask(
            RetryAttempt context,
            RuntimeEnvironment environment,
            Consumer<Input> answer,
            Consumer<CandidateEvent> tell) {
        long asked = ++question;
        if (strategy.getClass().getPackage() == RetryStrategy.class.getPackage()) {
            Optional<Duration> delay = strategy.nextDelay(context);
            environment.loop().execute(() -> answer(asked, environment, delay, answer));
            return;
        }
        environment.work().execute(() -> {
            Optional<Duration> delay;
            try {
                delay = Objects.requireNonNull(strategy.nextDelay(context), "the retry strategy answered null");
            } catch (RuntimeException | Error failure) {
                delay = Optional.of(WHEN_IT_THROWS);
                environment.loop().execute(() -> tell.accept(new CandidateEvent.ErrorRaised(failure)));
            }
            Optional<Duration> advice = delay;
            environment.loop().execute(() -> answer(asked, environment, advice, answer));
        });
    }

    private void answer(long asked, RuntimeEnvironment environment, Optional<Duration> delay, Consumer<Input> answer) {
        if (asked == question) {
            answer.accept(input(environment, delay));
        }
    }

    private static Input input(RuntimeEnvironment environment, Optional<Duration> delay) {
        long now = environment.clock().nanos();
        return delay.<Input>map(wait -> new Input.RetryAfter(now, wait.compareTo(AT_LEAST) < 0 ? AT_LEAST : wait))
                .orElseGet(() -> new Input.GiveUp(now));
    }
}
