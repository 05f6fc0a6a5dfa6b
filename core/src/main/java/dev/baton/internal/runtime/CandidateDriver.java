package dev.baton.internal.runtime;

import dev.baton.CandidateState;
import dev.baton.EndReason;
import dev.baton.InstanceStatus;
import dev.baton.internal.machine.AttemptHint;
import dev.baton.internal.machine.Candidacy;
import dev.baton.internal.machine.Effect;
import dev.baton.internal.machine.Input;
import dev.baton.internal.machine.Machine;
import dev.baton.internal.machine.MachineSettings;
import dev.baton.internal.machine.Transition;
import dev.baton.spi.CandidateTiming;
import java.time.Instant;
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
    private final CurrentTenure tenure;
    private final RetryScheduler retry;
    private final EffectRunner effects;
    private final TransitionLog log;
    private final Object changed = new Object();
    private volatile Candidacy candidacy;

    CandidateDriver(
            SharedServices services,
            MachineSettings settings,
            CandidateIdentity identity,
            boolean initiallyHealthy,
            StoreRequests requests,
            CurrentTenure tenure,
            CandidateListeners listeners,
            RetryScheduler retry) {
        this.services = services;
        this.settings = settings;
        this.identity = identity;
        this.tenure = tenure;
        this.retry = retry;
        this.candidacy = Candidacy.initial(initiallyHealthy);
        this.log = new TransitionLog(identity.toString());
        this.effects = new EffectRunner(services, identity, requests, tenure, listeners, retry, this::step);
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
                now);
    }

    /** Queues an input. It carries the time at which the loop handles it. Thread-safe. */
    void submit(LongFunction<Input> input) {
        services.loop().execute(() -> handle(input));
    }

    /** Handles an input now. Called only on the loop, and not from within an effect. */
    void handle(LongFunction<Input> input) {
        step(input.apply(services.now()));
    }

    /** Ends a tenure that expired without a timer: after a suspend, or a step of the wall clock. */
    void checkExpiry() {
        if (candidacy.state() == CandidateState.LEADER && tenure.hasExpired()) {
            step(new Input.ValidityEnding(services.now()));
        }
    }

    AttemptHint attemptHint() {
        return services.roster().isOutranked(identity.election(), identity.priority())
                ? AttemptHint.OUTRANKED
                : AttemptHint.NORMAL;
    }

    private void step(Input input) {
        try {
            apply(Machine.step(settings, candidacy, input));
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
        LOG.error("internal error; ending the leadership {}", identity, failure);
        tenure.invalidate(EndReason.SESSION_CLOSED);
        try {
            apply(Machine.step(settings, candidacy, new Input.RuntimeFailed(services.now(), failure)));
        } catch (RuntimeException | Error again) {
            LOG.error("internal error while ending the leadership; the candidate is stopped {}", identity, again);
            tenure.end(EndReason.SESSION_CLOSED);
            if (candidacy.state() != CandidateState.STOPPED) {
                candidacy = Candidacy.initial(candidacy.healthy());
            }
        }
    }
}
