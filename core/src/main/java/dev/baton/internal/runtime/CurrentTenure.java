package dev.baton.internal.runtime;

import dev.baton.BatonClock;
import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.LeaderWork;
import dev.baton.Leadership;
import dev.baton.Registration;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The reigns of one candidate, one at a time, and the work that runs inside them. */
final class CurrentTenure {
    private final CandidateIdentity identity;
    private final Duration trust;
    private final BatonClock clock;
    private final Executor executor;
    private final Object owner;
    private final CopyOnWriteArrayList<LeaderWork> works = new CopyOnWriteArrayList<>();
    private volatile @Nullable TimedLeadership reign;
    private @Nullable TenureWork crew;

    CurrentTenure(CandidateIdentity identity, Duration trust, BatonClock clock, Executor executor, Object owner) {
        this.identity = identity;
        this.trust = trust;
        this.clock = clock;
        this.executor = executor;
        this.owner = owner;
    }

    /** The reign that is valid now. */
    Optional<Leadership> current() {
        TimedLeadership now = reign;
        return now != null && now.isValid() ? Optional.of(now) : Optional.empty();
    }

    /** A leadership that is over, for those who hear of it late. */
    Leadership past(long epoch) {
        TimedLeadership past = new TimedLeadership(
                identity.election(), identity.instanceId(), epoch, new Deadline(clock.nanos(), 0), clock);
        past.end(EndReason.EXPIRED);
        return past;
    }

    boolean isValid() {
        TimedLeadership now = reign;
        return now != null && now.isValid();
    }

    /** Whether there is a reign that turned invalid without having been ended. */
    boolean hasRunOut() {
        TimedLeadership now = reign;
        return now != null && !now.isValid();
    }

    synchronized void begin(long epoch, ClockReading countsFrom, Runnable onStopped, Consumer<Throwable> onError) {
        TimedLeadership next = new TimedLeadership(
                identity.election(), identity.instanceId(), epoch, Deadline.of(countsFrom, trust), clock);
        TenureWork started = new TenureWork(owner, next, executor, onError, onStopped);
        reign = next;
        crew = started;
        works.forEach(started::start);
    }

    boolean extend(ClockReading countsFrom) {
        TimedLeadership now = reign;
        return now != null && now.extend(Deadline.of(countsFrom, trust));
    }

    /** Makes the reign invalid; its work is told by {@link #end}. */
    void invalidate(EndReason reason) {
        TimedLeadership now = reign;
        if (now != null) {
            now.end(reason);
        }
    }

    void end(EndReason reason) {
        TenureWork ending;
        synchronized (this) {
            invalidate(reason);
            reign = null;
            ending = crew;
            crew = null;
        }
        if (ending != null) {
            ending.end();
        }
    }

    synchronized Registration add(LeaderWork work) {
        works.add(work);
        if (crew != null) {
            crew.start(work);
        }
        return () -> works.remove(work);
    }
}
