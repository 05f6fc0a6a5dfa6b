package dev.baton.testkit;

import dev.baton.EndReason;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.RenewOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A backend that applies requests and keeps their answers back until a test delivers them. Thread-safe.
 *
 * <pre>{@code
 * HeldAnswersBackend held = new HeldAnswersBackend(store.open(clock));
 * held.holdAcquires();
 * Baton baton = Baton.builder().backend(ignored -> held).connect();
 * }</pre>
 */
public final class HeldAnswersBackend extends ForwardingBackend {
    private final List<Runnable> answers = new ArrayList<>();
    private boolean holdsAcquires;
    private boolean holdsRenewals;
    private volatile boolean renewalsAreGone;

    /** Wraps the given backend. */
    public HeldAnswersBackend(Backend real) {
        super(real);
    }

    /** Keeps the answers to attempts from now on. */
    public synchronized void holdAcquires() {
        holdsAcquires = true;
    }

    /** Keeps the answers to renewals from now on. */
    public synchronized void holdRenewals() {
        holdsRenewals = true;
    }

    /** Answers new requests at once again. Answers that were kept stay kept. */
    public synchronized void holdNothing() {
        holdsAcquires = false;
        holdsRenewals = false;
    }

    /** Returns the number of answers that were kept. */
    public synchronized int held() {
        return answers.size();
    }

    /** Delivers all answers that were kept, but those to renewals as if the store had applied them only now. */
    public void deliverGone() {
        renewalsAreGone = true;
        deliver();
    }

    /** Delivers all answers that were kept. */
    public void deliver() {
        List<Runnable> late;
        synchronized (this) {
            late = List.copyOf(answers);
            answers.clear();
        }
        late.forEach(Runnable::run);
    }

    @Override
    public Contender contend(ContenderSettings settings) {
        return new ForwardingContender(super.contend(settings)) {
            @Override
            public CompletionStage<AcquireOutcome> acquire(long floor) {
                return keep(super.acquire(floor), isHoldingAcquires(), outcome -> outcome);
            }
        };
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        return keep(super.renew(claims), isHoldingRenewals(), outcomes -> renewalsAreGone ? gone(claims) : outcomes);
    }

    private static Map<Claim, RenewOutcome> gone(List<Claim> claims) {
        RenewOutcome gone = new RenewOutcome.Gone(EndReason.TAKEN_OVER);
        return claims.stream().collect(Collectors.toMap(claim -> claim, claim -> gone));
    }

    private synchronized boolean isHoldingAcquires() {
        return holdsAcquires;
    }

    private synchronized boolean isHoldingRenewals() {
        return holdsRenewals;
    }

    private <T> CompletionStage<T> keep(CompletionStage<T> answer, boolean hold, UnaryOperator<T> change) {
        if (!hold) {
            return answer;
        }
        CompletableFuture<T> late = new CompletableFuture<>();
        answer.whenComplete((value, failure) -> {
            synchronized (this) {
                answers.add(() -> {
                    if (failure == null) {
                        late.complete(change.apply(value));
                    } else {
                        late.completeExceptionally(failure);
                    }
                });
            }
        });
        return late;
    }
}
