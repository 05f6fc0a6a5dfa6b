package dev.baton.store;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The names of the sessions whose end a listener of a store waits for. Its owner changes them at any time, and never waits.
 * Thread-safe.
 */
public final class WatchedSessions {
    private Set<String> names = Set.of();

    /** Replaces all names. */
    public synchronized void set(Collection<String> present) {
        Set<String> copy = Set.copyOf(present);
        if (!copy.equals(names)) {
            names = copy;
            notifyAll();
        }
    }

    /** Adds a name. */
    public synchronized void add(String name) {
        Set<String> more = new HashSet<>(names);
        more.add(name);
        set(more);
    }

    synchronized Set<String> names() {
        return names;
    }

    /** Waits while the names are these, for at most the given time. May return earlier. */
    synchronized void awaitChange(Set<String> known, Duration longest) throws InterruptedException {
        if (names.equals(known)) {
            TimeUnit.MILLISECONDS.timedWait(this, longest.toMillis());
        }
    }

    /** Ends the wait of the listener. */
    synchronized void wake() {
        notifyAll();
    }
}
