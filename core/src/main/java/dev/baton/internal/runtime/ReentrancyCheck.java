package dev.baton.internal.runtime;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Knows whose listener or work runs on the current thread. Waiting there for the same candidate would deadlock. */
final class ReentrancyCheck {
    private static final ThreadLocal<@Nullable Object> OWNER = new ThreadLocal<>();

    private ReentrancyCheck() {}

    /** Returns whether the current thread runs user code of this owner. */
    static boolean isInside(Object owner) {
        return OWNER.get() == owner;
    }

    static <T> T call(Object owner, Callable<T> body) throws Exception {
        Object before = OWNER.get();
        OWNER.set(owner);
        try {
            return body.call();
        } finally {
            if (before == null) {
                OWNER.remove();
            } else {
                OWNER.set(before);
            }
        }
    }
}
