package dev.baton.spring;

import dev.baton.Leadership;
import dev.baton.LeadershipLostException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The leadership that the current thread works under.
 *
 * <pre>{@code
 * @LeaderOnly("nightly")
 * void report() {
 *     reports.send(Leaderships.require().epoch());
 * }
 * }</pre>
 */
public final class Leaderships {
    private static final ThreadLocal<@Nullable Held> CURRENT = new ThreadLocal<>();

    private Leaderships() {}

    /** Returns the leadership of the innermost {@link LeaderOnly} method on this thread; empty outside of one. */
    public static Optional<Leadership> current() {
        return Optional.ofNullable(CURRENT.get()).map(Held::leadership);
    }

    /** Returns that of the innermost method of the given election. */
    static Optional<Leadership> of(String election) {
        for (Held held = CURRENT.get(); held != null; held = held.outer()) {
            if (held.leadership().election().equals(election)) {
                return Optional.of(held.leadership());
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the leadership of the innermost {@link LeaderOnly} method on this thread.
     *
     * @throws LeadershipLostException if there is none
     */
    public static Leadership require() {
        return current()
                .orElseThrow(() -> new LeadershipLostException(
                        "this thread is not in a @LeaderOnly method, so it has no leadership"));
    }

    /** Runs an action under the given leadership, for work that continues on another thread. */
    public static <T extends @Nullable Object> T call(Leadership leadership, Callable<T> action) throws Exception {
        Held outer = CURRENT.get();
        CURRENT.set(new Held(leadership, outer));
        try {
            return action.call();
        } finally {
            if (outer == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(outer);
            }
        }
    }

    /** A leadership on this thread, and the one around it. */
    private record Held(Leadership leadership, @Nullable Held outer) {}
}
