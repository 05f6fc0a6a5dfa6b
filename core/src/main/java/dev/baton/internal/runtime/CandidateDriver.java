package dev.baton.internal.runtime;

import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.EndReason;
import dev.baton.InstanceStatus;
import dev.baton.LatencyStats;
import dev.baton.internal.machine.ApplicationInput;
import dev.baton.internal.machine.AttemptHint;
import dev.baton.internal.machine.AttemptInput;
import dev.baton.internal.machine.Candidacy;
import dev.baton.internal.machine.Effect;
import dev.baton.internal.machine.EffectHandler;
import dev.baton.internal.machine.Input;
import dev.baton.internal.machine.Machine;
import dev.baton.internal.machine.MachineSettings;
import dev.baton.internal.machine.TenureInput;
import dev.baton.internal.machine.Transition;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.Roster;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the state machine of one candidate on the event loop: takes inputs, publishes the new state, runs the effects.
 * Other threads read the published state.
 */
final class CandidateDriver implements RosterEntry {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final SharedServices services;
    private final MachineSettings settings;
    private final CandidateIdentity identity;
    private final StoreRequests requests;
    private final CurrentTenure tenure;
    private final CandidateListeners listeners;
    private final RetryScheduler retry;
    private final EffectRunner effects;
    private final TransitionLog log;
    private final StopWaiters stopWaiters = new StopWaiters();
    private final Object changed = new Object();
    private volatile Candidacy candidacy;
    private volatile String note = "";

    CandidateDriver(
            SharedServices services,
            MachineSettings settings,
            CandidateIdentity identity,
            boolean initiallyHealthy,
            Contenders contenders,
            CurrentTenure tenure,
            CandidateListeners listeners,
            RetryScheduler retry) {
        this.services = services;
        this.settings = settings;
        this.identity = identity;
        this.requests = new StoreRequests(services, contenders, settings.timing(), this::step);
        this.tenure = tenure;
        this.listeners = listeners;
        this.retry = retry;
        this.candidacy = Candidacy.initial(initiallyHealthy);
        this.log = new TransitionLog(identity.toString());
        this.effects = new EffectRunner();
    }

    Candidacy candidacy() {
        return candidacy;
    }

    @Override
    public boolean isInstance(String election, String instanceId) {
        return identity.election().equals(election) && identity.instanceId().equals(instanceId);
    }

    CandidateTiming timing() {
        return settings.timing();
    }

    /** Returns how long renewals took. */
    LatencyStats renewals() {
        return requests.renewals();
    }

    /** Completes the stage when the candidate has stopped and its work has returned. Called only on the loop. */
    void whenStopped(CompletableFuture<Void> stage) {
        stopWaiters.add(stage, candidacy);
    }

    /** Closes the contender. Thread-safe. */
    void close() {
        requests.close();
    }

    /** Returns the monitor that is notified on every change of state. */
    Object changed() {
        return changed;
    }

    @Override
    public InstanceStatus status(Instant now) {
        Candidacy current = candidacy;
        boolean leads = current.state() == CandidateState.LEADER && tenure.isValid();
        return new InstanceStatus(
                identity.election(),
                identity.instanceId(),
                leads,
                current.state(),
                current.epoch(),
                identity.priority(),
                current.healthy(),
                now,
                note);
    }

    /** Adds a text to the status, and removes it when every observer had time to read it. Thread-safe. */
    void publishNote(String text) {
        services.loop().execute(() -> {
            note = text;
            services.roster().changed();
        });
        services.environment().after(Roster.maxAge(), () -> note = note.equals(text) ? "" : note);
    }

    /** Queues an input. It carries the time at which the loop handles it. Thread-safe. */
    void submit(LongFunction<Input> input) {
        services.environment().executeReliably(() -> handle(input));
    }

    /** Handles an input now. Called only on the loop, and not from within an effect. */
    void handle(LongFunction<Input> input) {
        step(input.apply(services.now()));
    }

    /** Ends a tenure that expired without a timer: after a suspend, or a step of the wall clock. */
    void checkExpiry() {
        if (candidacy.state() == CandidateState.LEADER && tenure.hasExpired()) {
            step(new TenureInput.ValidityEnding(services.now()));
        }
    }

    AttemptHint attemptHint() {
        return services.roster().isOutranked(identity.election(), identity.priority())
                ? AttemptHint.OUTRANKED
                : AttemptHint.NORMAL;
    }

    /**
     * @throws VirtualMachineError without memory; nothing has changed then. The timer that led here runs again, and a reply
     *     that is lost counts as late.
     */
    private void step(Input input) {
        Transition transition;
        try {
            transition = Machine.step(settings, candidacy, input);
        } catch (VirtualMachineError exhausted) {
            throw exhausted;
        } catch (RuntimeException | Error failure) {
            fail(failure);
            return;
        }
        try {
            apply(transition);
        } catch (RuntimeException | Error failure) {
            fail(failure);
        }
    }

    private void apply(Transition transition) {
        Candidacy before = candidacy;
        Candidacy next = transition.next();
        invalidateEndingLeadership(transition);
        candidacy = next;
        if (before.state() != next.state()) {
            retry.cancel();
        }
        log.record(before, transition);
        transition.effects().forEach(effect -> effect.handleBy(effects));
        boolean moved = before.state() != next.state() || before.workRunning() != next.workRunning();
        if (moved) {
            stopWaiters.update(next);
            synchronized (changed) {
                changed.notifyAll();
            }
        }
        if (moved || before.healthy() != next.healthy()) {
            services.roster().changed();
        }
    }

    /** Ends the leadership before other threads can see the state that follows it. */
    private void invalidateEndingLeadership(Transition transition) {
        for (Effect effect : transition.effects()) {
            if (effect instanceof Effect.EndLeadership end) {
                tenure.invalidate(end.reason());
            }
        }
    }

    /** The last resort after an internal error: this candidate does not lead any more. */
    private void fail(Throwable failure) {
        tenure.invalidate(EndReason.SESSION_CLOSED);
        tenure.interruptWork();
        try {
            LOG.error("internal error; ending the leadership {}", identity, failure);
            apply(Machine.step(settings, candidacy, new ApplicationInput.RuntimeFailed(services.now(), failure)));
        } catch (RuntimeException | Error again) {
            tenure.end(EndReason.SESSION_CLOSED);
            if (candidacy.state() != CandidateState.STOPPED) {
                candidacy = candidacy.abandoned();
            }
            stopWaiters.update(candidacy);
            LOG.error("internal error while ending the leadership; the candidate is stopped {}", identity, again);
        }
    }

    /** Runs the effects of the transitions. Used only on the event loop. */
    private final class EffectRunner implements EffectHandler {
        private final CandidateTimers timers = new CandidateTimers(services.loop(), this::fired);

        @Override
        public void on(Effect.TryAcquire effect) {
            requests.acquire(effect.request());
        }

        @Override
        public void on(Effect.Renew effect) {
            requests.renew(effect.request(), effect.epoch());
        }

        @Override
        public void on(Effect.Reclaim effect) {
            requests.reclaim(effect.request(), effect.epoch());
        }

        @Override
        public void on(Effect.Release effect) {
            requests.release(effect.request(), effect.epoch(), new ReleaseRequest(effect.reason(), effect.successor()));
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
            retry.schedule(effect.attempt(), CandidateDriver.this::step, listeners::publish);
        }

        @Override
        public void on(Effect.BeginLeadership effect) {
            Optional<String> tenureId = requests.adoptGrant(effect.epoch());
            tenure.begin(
                    effect.epoch(),
                    tenureId,
                    effect.countsFrom(),
                    () -> submit(TenureInput.WorkStopped::new),
                    failure -> workFailed(effect.epoch(), failure));
        }

        @Override
        public void on(Effect.ExtendLeadership effect) {
            if (!tenure.extend(effect.countsFrom())) {
                services.environment().executeReliably(CandidateDriver.this::checkExpiry);
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

        private void workFailed(long epoch, Throwable failure) {
            log(failure);
            services.loop().execute(() -> listeners.publish(new CandidateEvent.ErrorRaised(failure)));
            if (tenure.stepsDownOnWorkFailure()) {
                services.environment().executeReliably(() -> {
                    if (candidacy.epoch() == epoch) {
                        handle(TenureInput.WorkFailed::new);
                    }
                });
            }
        }

        private void log(Throwable failedWork) {
            try {
                LOG.error("work failed {}", identity, failedWork);
            } catch (VirtualMachineError notLogged) {
                // Without memory for a message the leader steps down all the same.
            }
        }

        private void fired(Effect.Timer timer) {
            long now = services.now();
            try {
                step(
                        switch (timer) {
                            case ATTEMPT -> new AttemptInput.AttemptDue(now);
                            case RENEW -> new TenureInput.RenewDue(now);
                            case VALIDITY -> new TenureInput.ValidityEnding(now);
                            case GRACE -> new TenureInput.GraceExpired(now);
                            case DRAIN -> new TenureInput.DrainExpired(now);
                        });
            } catch (VirtualMachineError exhausted) {
                if (timer == Effect.Timer.VALIDITY) {
                    // The work ends in time, although the end can be recorded only when there is memory again.
                    tenure.interruptWork();
                }
                throw exhausted;
            }
        }
    }
}
