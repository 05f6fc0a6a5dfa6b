package dev.baton.internal.runtime;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Knows whose listeners, work or gate actions run on the current thread; they can be nested. Waiting there for one of
 * these candidates would deadlock.
 */
final class ReentrancyCheck {
    private static final ThreadLocal<@Nullable Inside> INSIDE = new ThreadLocal<>();

    private ReentrancyCheck() {}

    /** Returns whether the current thread runs user code of this owner. */
    static boolean isInside(Object owner) {
        for (Inside inside = INSIDE.get(); inside != null; inside = inside.outer) {
            if (inside.owner == owner) {
                return true;
            }
        }
        return false;
    }

    static <T> T call(Object owner, Callable<T> body) throws Exception {
        Inside outer = INSIDE.get();
        INSIDE.set(new Inside(owner, outer));
        try {
            return body.call();
        } finally {
            if (outer == null) {
                INSIDE.remove();
            } else {
                INSIDE.set(outer);
            }
        }
    }

    private record Inside(Object owner, @Nullable Inside outer) {}
}
