package dev.baton.internal.runtime;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Whose user code the current thread is running: waiting there for that candidate's own progress could
 * only deadlock.
 */
final class ReentrancyCheck {
    private static final ThreadLocal<@Nullable Object> OWNER = new ThreadLocal<>();

    private ReentrancyCheck() {}

    static boolean of(Object owner) {
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
