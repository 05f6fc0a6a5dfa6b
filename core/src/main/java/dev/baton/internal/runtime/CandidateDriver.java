package dev.baton.internal.runtime;

import dev.baton.CandidateEvent;
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
import dev.baton.spi.ReleaseRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives one candidate through the machine: inputs in, effects out, all on the loop. Everybody else sees
 * the published candidacy and the current reign.
 */
final class CandidateDriver implements RosterEntry {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final SharedServices services;
    private final MachineSettings settings;
    private final CandidateIdentity identity;
    private final StoreRequests requests;
    private final CurrentTenure reigns;
    private final CandidateListeners listeners;
    private final RetryScheduler retry;
    private final TransitionLog log;
    private final CandidateTimers alarms;
    private final Object changed = new Object();
    private volatile Candidacy candidacy = Candidacy.initial();

    CandidateDriver(
            SharedServices services,
            MachineSettings settings,
            CandidateIdentity identity,
            StoreRequests requests,
            CurrentTenure reigns,
            CandidateListeners listeners,
            RetryScheduler retry) {
        this.services = services;
        this.settings = settings;
        this.identity = identity;
        this.requests = requests;
        this.reigns = reigns;
        this.listeners = listeners;
        this.retry = retry;
        this.log = new TransitionLog(identity.toString());
        this.alarms = new CandidateTimers(services.environment().loop(), this::fire);
    }

    Candidacy candidacy() {
        return candidacy;
    }

    boolean isInstance(String instanceId) {
        return identity.instanceId().equals(instanceId);
    }

    MachineSettings settings() {
        return settings;
    }

    /** Notified, as a monitor, at every change of state. */
    Object changed() {
        return changed;
    }

    @Override
    public InstanceStatus frame(Instant now) {
        Candidacy is = candidacy;
        boolean leads = is.state() == CandidateState.LEADER && reigns.current().isPresent();
        return new InstanceStatus(
                identity.election(),
                identity.instanceId(),
                leads,
                is.state(),
                is.epoch(),
                identity.priority(),
                is.healthy(),
                now);
    }

    /** Feeds an input, made with the time at which the loop takes it up. From any thread. */
    void feed(LongFunction<Input> input) {
        services.environment().loop().execute(() -> step(input.apply(services.now())));
    }

    /** Takes up an input now. Only on the loop, and not from within an effect. */
    void take(LongFunction<Input> input) {
        step(input.apply(services.now()));
    }

    /** Lets the machine know of a reign that ran out unseen: a suspend, or a step of the wall clock. */
    void checkExpiry() {
        if (candidacy.state() == CandidateState.LEADER && reigns.hasRunOut()) {
            step(new Input.ValidityEnding(services.now()));
        }
    }

    AttemptHint cue() {
        return services.roster().outranked(identity.election(), identity.priority())
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
        endFirst(transition);
        candidacy = next;
        if (before.state() != next.state()) {
            retry.forget();
        }
        log.record(before.state(), before.epoch(), before.tries(), transition);
        for (Effect effect : transition.effects()) {
            run(effect);
        }
        if (before.state() != next.state() || before.working() != next.working()) {
            synchronized (changed) {
                changed.notifyAll();
            }
            services.roster().changed();
        } else if (before.healthy() != next.healthy()) {
            services.roster().changed();
        }
    }

    /** A leadership ends before anybody can see the state that follows it. */
    private void endFirst(Transition transition) {
        for (Effect effect : transition.effects()) {
            if (effect instanceof Effect.EndLeadership end) {
                reigns.invalidate(end.reason());
            }
        }
    }

    private void run(Effect effect) {
        if (effect instanceof Effect.TryAcquire acquire) {
            requests.acquire(acquire.attempt(), this::step);
        } else if (effect instanceof Effect.Renew renew) {
            requests.renew(renew.epoch(), this::step);
        } else if (effect instanceof Effect.Reclaim reclaim) {
            requests.reclaim(reclaim.epoch(), this::step);
        } else if (effect instanceof Effect.Release release) {
            requests.release(release.epoch(), new ReleaseRequest(release.reason(), release.successor()), this::step);
        } else if (effect instanceof Effect.GiveBack giveBack) {
            requests.giveBack(giveBack.epoch());
        } else if (effect instanceof Effect.Withdraw) {
            requests.withdraw();
        } else if (effect instanceof Effect.SetTimer set) {
            setTimer(set.timer(), set.delay());
        } else if (effect instanceof Effect.CancelTimer cancel) {
            alarms.cancel(cancel.timer());
        } else if (effect instanceof Effect.AskRetry ask) {
            retry.ask(ask.context(), services.environment(), this::step, this::tell);
        } else if (effect instanceof Effect.BeginLeadership begin) {
            requests.adopt(begin.epoch());
            reigns.begin(begin.epoch(), begin.countsFrom(), () -> feed(Input.WorkStopped::new), this::tellError);
        } else if (effect instanceof Effect.ExtendLeadership extend) {
            if (!reigns.extend(extend.countsFrom())) {
                feed(Input.ValidityEnding::new);
            }
        } else if (effect instanceof Effect.EndLeadership end) {
            reigns.end(end.reason());
        } else if (effect instanceof Effect.Tell tell) {
            tell(tell.event());
        }
    }

    private void tell(CandidateEvent event) {
        listeners.tell(event);
    }

    private void tellError(Throwable failure) {
        LOG.error("work failed {}", identity, failure);
        listeners.tell(new CandidateEvent.ErrorRaised(failure));
    }

    private void setTimer(Effect.Timer timer, Duration delay) {
        long at = services.now() + delay.toNanos();
        if (timer == Effect.Timer.RENEW) {
            // On a common grid, so that what one process holds is renewed in one round trip.
            at -= Math.floorMod(at, Math.max(1, delay.toNanos()));
        }
        alarms.set(timer, at);
    }

    private void fire(Effect.Timer timer) {
        long now = services.now();
        step(
                switch (timer) {
                    case ATTEMPT -> new Input.AttemptDue(now);
                    case RENEW -> new Input.RenewDue(now);
                    case VALIDITY -> new Input.ValidityEnding(now);
                    case GRACE -> new Input.GraceExpired(now);
                    case DRAIN -> new Input.DrainExpired(now);
                });
    }

    /** The last resort: whatever went wrong, nobody leads here any more. */
    private void fail(Throwable failure) {
        LOG.error("the runtime failed; the leadership ends {}", identity, failure);
        reigns.invalidate(EndReason.SESSION_CLOSED);
        try {
            apply(Machine.step(settings, candidacy, new Input.RuntimeFailed(services.now(), failure)));
        } catch (RuntimeException | Error again) {
            LOG.error("the runtime failed while it ended; the candidate is out {}", identity, again);
            reigns.end(EndReason.SESSION_CLOSED);
            if (candidacy.state() != CandidateState.STOPPED) {
                candidacy = Candidacy.initial();
            }
        }
    }
}
