package dev.baton.internal.runtime;

import dev.baton.InstanceStatus;
import dev.baton.spi.Backend;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says who of this process is here, every five seconds and soon after every change, and remembers which
 * elections have rivals of high priority. Lives on the loop.
 */
final class RosterPublisher {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration ANNOUNCE_EVERY = Duration.ofSeconds(5);
    private static final Duration LOOK_EVERY = Duration.ofMillis(2500);
    private static final Duration GATHER = Duration.ofMillis(10);

    private final RuntimeEnvironment environment;
    private final Backend backend;
    private final Set<RosterEntry> present = new LinkedHashSet<>();
    private Map<String, Integer> rivals = Map.of();
    private boolean announcing;
    private boolean changed;
    private boolean started;
    private boolean closed;

    RosterPublisher(RuntimeEnvironment environment, Backend backend) {
        this.environment = environment;
        this.backend = backend;
    }

    void add(RosterEntry one) {
        present.add(one);
        if (!started) {
            started = true;
            look();
            announceAgain();
        }
        changed();
    }

    void remove(RosterEntry one) {
        present.remove(one);
        changed();
    }

    /** Something about a candidate changed: say so soon, together with what else changes now. */
    void changed() {
        if (!changed && started) {
            changed = true;
            after(GATHER, this::announce);
        }
    }

    void close() {
        closed = true;
    }

    /** Whether a candidate of this priority should let somebody else go first. */
    boolean outranked(String election, int priority) {
        return priority < 0 || rivals.getOrDefault(election, Integer.MIN_VALUE) > priority;
    }

    private void announceAgain() {
        changed();
        after(ANNOUNCE_EVERY, this::announceAgain);
    }

    private void announce() {
        if (announcing) {
            after(GATHER, this::announce);
            return;
        }
        changed = false;
        announcing = true;
        Instant now = Instant.ofEpochMilli(environment.clock().wallMillis());
        List<InstanceStatus> frames = new ArrayList<>(present.size());
        for (RosterEntry one : present) {
            frames.add(one.frame(now));
        }
        backend.roster()
                .announce(frames)
                .whenComplete((done, failure) -> environment.loop().execute(() -> {
                    announcing = false;
                    if (failure != null) {
                        LOG.debug("the roster of {} was not reached", backend.describe(), failure);
                    }
                }));
    }

    private void look() {
        backend.roster()
                .prioritised()
                .whenComplete((frames, failure) -> environment.loop().execute(() -> {
                    if (frames != null) {
                        rivals = highest(frames);
                    }
                }));
        after(LOOK_EVERY, this::look);
    }

    private Map<String, Integer> highest(List<InstanceStatus> frames) {
        Map<String, Integer> highest = new HashMap<>();
        for (InstanceStatus frame : frames) {
            if (frame.healthy() && !frame.isLeader()) {
                highest.merge(frame.election(), frame.priority(), Math::max);
            }
        }
        return highest;
    }

    private void after(Duration delay, Runnable task) {
        environment.loop().at(environment.clock().nanos() + delay.toNanos(), () -> {
            if (!closed) {
                task.run();
            }
        });
    }
}
