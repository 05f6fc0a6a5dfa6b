package dev.baton.internal.runtime;

import dev.baton.CandidateEvent;
import dev.baton.internal.machine.Effect;
import dev.baton.internal.machine.EffectHandler;
import dev.baton.internal.machine.Input;
import dev.baton.spi.ReleaseRequest;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the effects of one candidate's transitions. Used only on the event loop. */
final class EffectRunner implements EffectHandler {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final SharedServices services;
    private final CandidateIdentity identity;
    private final StoreRequests requests;
    private final CurrentTenure tenure;
    private final CandidateListeners listeners;
    private final RetryScheduler retry;
    private final CandidateTimers timers;
    private final Consumer<Input> step;

    EffectRunner(
            SharedServices services,
            CandidateIdentity identity,
            StoreRequests requests,
            CurrentTenure tenure,
            CandidateListeners listeners,
            RetryScheduler retry,
            Consumer<Input> step) {
        this.services = services;
        this.identity = identity;
        this.requests = requests;
        this.tenure = tenure;
        this.listeners = listeners;
        this.retry = retry;
        this.step = step;
        this.timers = new CandidateTimers(services.loop(), this::fired);
    }

    @Override
    public void on(Effect.TryAcquire effect) {
        requests.acquire(effect.attempt(), step);
    }

    @Override
    public void on(Effect.Renew effect) {
        requests.renew(effect.epoch(), step);
    }

    @Override
    public void on(Effect.Reclaim effect) {
        requests.reclaim(effect.epoch(), step);
    }

    @Override
    public void on(Effect.Release effect) {
        requests.release(effect.epoch(), new ReleaseRequest(effect.reason(), effect.successor()), step);
    }

    @Override
    public void on(Effect.DiscardGrant effect) {
        requests.discardGrant(effect.epoch());
    }

    @Override
    public void on(Effect.Withdraw effect) {
        requests.withdraw();
    }

    @Override
    public void on(Effect.SetTimer effect) {
        long delay = effect.delay().toNanos();
        long at = services.now() + delay;
        if (effect.timer() == Effect.Timer.RENEW) {
            // Align renewals to a common grid, so that all claims of this process share one round trip.
            at -= Math.floorMod(at, Math.max(1, delay));
        }
        timers.set(effect.timer(), at);
    }

    @Override
    public void on(Effect.CancelTimer effect) {
        timers.cancel(effect.timer());
    }

    @Override
    public void on(Effect.ScheduleRetry effect) {
        retry.schedule(effect.attempt(), step, listeners::publish);
    }

    @Override
    public void on(Effect.BeginLeadership effect) {
        requests.adoptGrant(effect.epoch());
        tenure.begin(effect.epoch(), effect.countsFrom(), () -> submit(Input.WorkStopped::new), this::workFailed);
    }

    @Override
    public void on(Effect.ExtendLeadership effect) {
        if (!tenure.extend(effect.countsFrom())) {
            submit(Input.ValidityEnding::new);
        }
    }

    @Override
    public void on(Effect.EndLeadership effect) {
        tenure.end(effect.reason());
    }

    @Override
    public void on(Effect.Publish effect) {
        listeners.publish(effect.event());
    }

    private void submit(LongFunction<Input> input) {
        services.loop().execute(() -> step.accept(input.apply(services.now())));
    }

    private void workFailed(Throwable failure) {
        LOG.error("work failed {}", identity, failure);
        listeners.publish(new CandidateEvent.ErrorRaised(failure));
    }

    private void fired(Effect.Timer timer) {
        long now = services.now();
        step.accept(
                switch (timer) {
                    case ATTEMPT -> new Input.AttemptDue(now);
                    case RENEW -> new Input.RenewDue(now);
                    case VALIDITY -> new Input.ValidityEnding(now);
                    case GRACE -> new Input.GraceExpired(now);
                    case DRAIN -> new Input.DrainExpired(now);
                });
    }
}
