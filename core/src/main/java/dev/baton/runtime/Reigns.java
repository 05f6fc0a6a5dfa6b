package dev.baton.runtime;

import dev.baton.Leadership;
import dev.baton.Work;
import dev.baton.machine.EndReason;
import dev.baton.machine.Moment;
import dev.baton.spi.Clock;
import dev.baton.spi.Subscription;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The reigns of one candidate, one at a time, and the work that runs inside them. */
final class Reigns {
    private final Identity identity;
    private final Duration trust;
    private final Clock clock;
    private final Executor executor;
    private final Object owner;
    private final CopyOnWriteArrayList<Work> works = new CopyOnWriteArrayList<>();
    private volatile @Nullable Reign reign;
    private @Nullable WorkCrew crew;

    Reigns(Identity identity, Duration trust, Clock clock, Executor executor, Object owner) {
        this.identity = identity;
        this.trust = trust;
        this.clock = clock;
        this.executor = executor;
        this.owner = owner;
    }

    /** The reign that is valid now. */
    Optional<Leadership> current() {
        Reign now = reign;
        return now != null && now.isValid() ? Optional.of(now) : Optional.empty();
    }

    /** A leadership that is over, for those who hear of it late. */
    Leadership past(long epoch) {
        Reign past =
                new Reign(identity.election(), identity.instanceId(), epoch, new Deadline(clock.nanos(), 0), clock);
        past.end(EndReason.EXPIRED);
        return past;
    }

    boolean isValid() {
        Reign now = reign;
        return now != null && now.isValid();
    }

    /** Whether there is a reign that turned invalid without having been ended. */
    boolean hasRunOut() {
        Reign now = reign;
        return now != null && !now.isValid();
    }

    synchronized void begin(long epoch, Moment countsFrom, Runnable onStopped, Consumer<Throwable> onError) {
        Reign next =
                new Reign(identity.election(), identity.instanceId(), epoch, Deadline.of(countsFrom, trust), clock);
        WorkCrew started = new WorkCrew(owner, next, executor, onError, onStopped);
        reign = next;
        crew = started;
        works.forEach(started::start);
    }

    boolean extend(Moment countsFrom) {
        Reign now = reign;
        return now != null && now.extend(Deadline.of(countsFrom, trust));
    }

    /** Makes the reign invalid; its work is told by {@link #end}. */
    void invalidate(EndReason reason) {
        Reign now = reign;
        if (now != null) {
            now.end(reason);
        }
    }

    void end(EndReason reason) {
        WorkCrew ending;
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

    synchronized Subscription add(Work work) {
        works.add(work);
        if (crew != null) {
            crew.start(work);
        }
        return () -> works.remove(work);
    }
}
