package dev.baton.runtime;

import dev.baton.machine.Candidacy;
import dev.baton.machine.Cue;
import dev.baton.machine.Effect;
import dev.baton.machine.EndReason;
import dev.baton.machine.Event;
import dev.baton.machine.Input;
import dev.baton.machine.Machine;
import dev.baton.machine.Settings;
import dev.baton.machine.State;
import dev.baton.machine.Transition;
import dev.baton.spi.Departure;
import dev.baton.spi.StatusFrame;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives one candidate through the machine: inputs in, effects out, all on the loop. Everybody else sees
 * the published candidacy and the current reign.
 */
final class CandidateDriver implements OnRoster {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final Services services;
    private final Settings settings;
    private final Identity identity;
    private final Requests requests;
    private final Reigns reigns;
    private final Listeners listeners;
    private final RetryAdvice retry;
    private final TransitionLog log;
    private final Alarms alarms;
    private final Object changed = new Object();
    private volatile Candidacy candidacy = Candidacy.initial();

    CandidateDriver(
            Services services,
            Settings settings,
            Identity identity,
            Requests requests,
            Reigns reigns,
            Listeners listeners,
            RetryAdvice retry) {
        this.services = services;
        this.settings = settings;
        this.identity = identity;
        this.requests = requests;
        this.reigns = reigns;
        this.listeners = listeners;
        this.retry = retry;
        this.log = new TransitionLog(identity.toString());
        this.alarms = new Alarms(services.environment().loop(), this::fire);
    }

    Candidacy candidacy() {
        return candidacy;
    }

    boolean isInstance(String instanceId) {
        return identity.instanceId().equals(instanceId);
    }

    Settings settings() {
        return settings;
    }

    /** Notified, as a monitor, at every change of state. */
    Object changed() {
        return changed;
    }

    @Override
    public StatusFrame frame(Instant now) {
        Candidacy is = candidacy;
        boolean leads = is.state() == State.LEADER && reigns.current().isPresent();
        return new StatusFrame(
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
        if (candidacy.state() == State.LEADER && reigns.hasRunOut()) {
            step(new Input.ValidityEnding(services.now()));
        }
    }

    Cue cue() {
        return services.roster().outranked(identity.election(), identity.priority()) ? Cue.OUTRANKED : Cue.NORMAL;
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
            requests.release(release.epoch(), new Departure(release.reason(), release.successor()), this::step);
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

    private void tell(Event event) {
        listeners.tell(event);
    }

    private void tellError(Throwable failure) {
        LOG.error("work failed {}", identity, failure);
        listeners.tell(new Event.ErrorRaised(failure));
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
            if (candidacy.state() != State.STOPPED) {
                candidacy = Candidacy.initial();
            }
        }
    }
}
