package dev.baton.testkit.quorum;

import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Scheduled events in order of time. Events of the same time occur in the order in which they were added. */
final class EventQueue {
    private final PriorityQueue<Entry> entries = new PriorityQueue<>(256, Entry::compare);
    private long added;

    /** An event of one node. */
    interface SimEvent {
        void occur(SimNode node);
    }

    /**
     * A scheduled event.
     *
     * @param always whether it also occurs on a frozen node, like a fault
     */
    record Entry(long at, long order, int node, boolean always, SimEvent event) {
        static int compare(Entry one, Entry other) {
            return one.at != other.at ? Long.compare(one.at, other.at) : Long.compare(one.order, other.order);
        }
    }

    void add(long at, int node, SimEvent event) {
        entries.add(new Entry(at, added++, node, false, event));
    }

    /** Adds an event that also occurs on a frozen node. */
    void addAlways(long at, int node, SimEvent event) {
        entries.add(new Entry(at, added++, node, true, event));
    }

    /** Removes and returns the next event; null if there is none. */
    @Nullable
    Entry next() {
        return entries.poll();
    }
}
