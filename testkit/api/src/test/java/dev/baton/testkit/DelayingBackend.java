package dev.baton.testkit;

import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.RenewOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A backend whose requests and replies take virtual time, each as long as the test says. */
final class DelayingBackend extends ForwardingBackend {
    private final VirtualTime time;
    private final Supplier<Duration> delay;
    /** The requests in the order in which the runtime sent them, with the number of their contender. */
    final List<String> sent = new ArrayList<>();

    private int contenders;

    DelayingBackend(Backend real, VirtualTime time, Supplier<Duration> delay) {
        super(real);
        this.time = time;
        this.delay = delay;
    }

    @Override
    public Contender contend(ContenderSettings settings) {
        int number = ++contenders;
        return new ForwardingContender(super.contend(settings)) {
            @Override
            public CompletionStage<AcquireOutcome> acquire(long floor) {
                sent.add("acquire " + number);
                return delayed(() -> super.acquire(floor));
            }

            @Override
            public CompletionStage<RenewOutcome> reclaim(Claim claim) {
                sent.add("reclaim " + number);
                return delayed(() -> super.reclaim(claim));
            }

            @Override
            public CompletionStage<ReleaseOutcome> release(Claim claim, ReleaseRequest request) {
                sent.add("release " + number);
                return delayed(() -> super.release(claim, request));
            }

            @Override
            public CompletionStage<Void> withdraw() {
                sent.add("withdraw " + number);
                return delayed(super::withdraw);
            }
        };
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        return delayed(() -> super.renew(claims));
    }

    private <T> CompletionStage<T> delayed(Supplier<CompletionStage<T>> request) {
        CompletableFuture<T> reply = new CompletableFuture<>();
        after(
                delay.get(),
                () -> request.get()
                        .whenComplete((result, failure) -> after(delay.get(), () -> complete(reply, result, failure))));
        return reply;
    }

    private void after(Duration wait, Runnable task) {
        time.at(time.nanos() + wait.toNanos(), task);
    }

    private static <T> void complete(CompletableFuture<T> reply, T result, Throwable failure) {
        if (failure == null) {
            reply.complete(result);
        } else {
            reply.completeExceptionally(failure);
        }
    }
}
