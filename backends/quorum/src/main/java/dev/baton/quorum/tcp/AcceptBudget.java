package dev.baton.quorum.tcp;

import java.net.InetAddress;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * How many connections of strangers a member serves: a number per second in all, and for each source. A flood uses up its
 * own share and never delays the members that are connected. Used only by the member's thread.
 */
final class AcceptBudget {
    /** The maximum number of connections that are accepted between two looks at the connected peers. */
    static final int PER_TURN = 16;

    /** The number of connections that can be accepted at once after a pause, as when a large group starts. */
    static final int BURST = 256;

    private static final int PER_SECOND = 1_000;

    /** The same for one source. */
    static final int SOURCE_BURST = 128;

    private static final int SOURCE_PER_SECOND = 100;
    private static final int MAX_SOURCES = 1_024;
    private static final long SECOND = 1_000_000_000;

    /** The maximum number of connections that are not authenticated yet. */
    static final int MAX_PENDING = 128;

    private final Share all;
    private final Map<InetAddress, Share> sources = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<InetAddress, Share> eldest) {
            return size() > MAX_SOURCES;
        }
    };

    /** A number of connections that grows with time, up to its maximum. */
    private static final class Share {
        private final long gap;
        private final long window;
        /** The time at which the share would be full again. */
        private long fullAt;

        Share(int burst, int perSecond, long now) {
            this.gap = SECOND / perSecond;
            this.window = burst * gap;
            this.fullAt = now;
        }

        boolean has(long now) {
            return availableAt() <= now;
        }

        long availableAt() {
            return fullAt + gap - window;
        }

        void take(long now) {
            fullAt = Math.max(fullAt, now) + gap;
        }
    }

    AcceptBudget(long now) {
        this.all = new Share(BURST, PER_SECOND, now);
    }

    /** Returns whether a connection may be accepted. */
    boolean mayAccept(long now) {
        return all.has(now);
    }

    /** Returns when the next connection may be accepted. */
    long availableAt() {
        return all.availableAt();
    }

    /**
     * Returns which connection ends so that another one can be accepted: the oldest of the source that has most of them.
     *
     * @param pending the connections that are not authenticated yet, the oldest first
     */
    static <C> Optional<C> displaced(List<C> pending, Function<C, InetAddress> source) {
        if (pending.size() < MAX_PENDING) {
            return Optional.empty();
        }
        Map<InetAddress, Integer> bySource = new HashMap<>();
        pending.forEach(connection -> bySource.merge(source.apply(connection), 1, Integer::sum));
        InetAddress busiest = Collections.max(bySource.entrySet(), Map.Entry.comparingByValue())
                .getKey();
        return pending.stream()
                .filter(connection -> source.apply(connection).equals(busiest))
                .findFirst();
    }

    /** Counts an accepted connection. Returns whether it may be served; otherwise it is closed at once. */
    boolean take(InetAddress source, long now) {
        all.take(now);
        Share share = sources.computeIfAbsent(source, unknown -> new Share(SOURCE_BURST, SOURCE_PER_SECOND, now));
        boolean mayServe = share.has(now);
        if (mayServe) {
            share.take(now);
        }
        return mayServe;
    }
}
