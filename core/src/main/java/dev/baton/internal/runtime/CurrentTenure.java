package dev.baton.internal.runtime;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.LeaderWork;
import dev.baton.Leadership;
import dev.baton.Registration;
import dev.baton.WorkFailurePolicy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The current tenure of one candidate, if there is one, and the work that runs in it. */
final class CurrentTenure {
    private final CandidateIdentity identity;
    private final Duration usableValidity;
    private final RuntimeEnvironment environment;
    private final WorkFailurePolicy onWorkFailure;
    private final Object owner;
    private final CopyOnWriteArrayList<LeaderWork> works = new CopyOnWriteArrayList<>();
    private volatile @Nullable TimedLeadership leadership;
    private @Nullable TenureWork runningWork;

    CurrentTenure(
            CandidateIdentity identity,
            Duration usableValidity,
            WorkFailurePolicy onWorkFailure,
            RuntimeEnvironment environment,
            Object owner) {
        this.onWorkFailure = onWorkFailure;
        this.identity = identity;
        this.usableValidity = usableValidity;
        this.environment = environment;
        this.owner = owner;
    }

    /** Returns the leadership, if it is valid now. */
    Optional<Leadership> valid() {
        TimedLeadership current = leadership;
        return current != null && current.isValid() ? Optional.of(current) : Optional.empty();
    }

    /** Returns an ended leadership, for a listener that is called after the end of the tenure. */
    Leadership ended(long epoch) {
        TimedLeadership ended = create(
                epoch, Optional.empty(), new ClockReading(environment.clock().nanos(), 0));
        ended.end(EndReason.EXPIRED);
        return ended;
    }

    boolean isValid() {
        TimedLeadership current = leadership;
        return current != null && current.isValid();
    }

    /** Returns whether the leadership became invalid without {@link #end}. */
    boolean hasExpired() {
        TimedLeadership current = leadership;
        return current != null && !current.isValid();
    }

    /** Enters the current tenure for an action of a gate; empty if it is not valid. */
    Optional<TenureWork> tryEnter() {
        TenureWork current;
        synchronized (this) {
            current = runningWork;
        }
        // Nothing is allocated after the entry: an action that has entered always leaves.
        return Optional.ofNullable(current).filter(TenureWork::tryEnter);
    }

    boolean stepsDownOnWorkFailure() {
        return onWorkFailure == WorkFailurePolicy.STEP_DOWN;
    }

    synchronized void begin(
            long epoch,
            Optional<String> tenureId,
            ClockReading countsFrom,
            Runnable onStopped,
            Consumer<Throwable> onError) {
        TimedLeadership next = create(epoch, tenureId, countsFrom.plus(usableValidity));
        TenureWork started = new TenureWork(owner, next, environment, onWorkFailure, onError, onStopped);
        leadership = next;
        runningWork = started;
        works.forEach(started::start);
    }

    boolean extend(ClockReading countsFrom) {
        TimedLeadership current = leadership;
        return current != null && current.extend(countsFrom.plus(usableValidity));
    }

    /** Invalidates the leadership. {@link #end} stops its work. */
    void invalidate(EndReason reason) {
        TimedLeadership current = leadership;
        if (current != null) {
            current.end(reason);
        }
    }

    /** Interrupts the work, without memory. {@link #end} follows. */
    synchronized void interruptWork() {
        if (runningWork != null) {
            runningWork.interrupt();
        }
    }

    void end(EndReason reason) {
        TenureWork ending;
        synchronized (this) {
            invalidate(reason);
            leadership = null;
            ending = runningWork;
            runningWork = null;
        }
        if (ending != null) {
            ending.end();
        }
    }

    synchronized Registration add(LeaderWork work) {
        works.add(work);
        if (runningWork != null) {
            runningWork.start(work);
        }
        return () -> works.remove(work);
    }

    private TimedLeadership create(long epoch, Optional<String> tenureId, ClockReading deadline) {
        return new TimedLeadership(
                identity.election(), identity.instanceId(), epoch, tenureId, deadline, environment.clock());
    }
}
