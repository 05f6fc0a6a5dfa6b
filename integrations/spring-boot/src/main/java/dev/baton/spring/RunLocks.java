package dev.baton.spring;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The locks of a method whose runs must not overlap: one for each bean of its class, because two beans may run it at the same
 * time. A bean that is no longer used loses its lock.
 */
final class RunLocks {
    private final Map<Bean, ReentrantLock> locks = new ConcurrentHashMap<>();
    private final ReferenceQueue<Object> unused = new ReferenceQueue<>();

    ReentrantLock of(Object bean) {
        for (Reference<?> ended = unused.poll(); ended != null; ended = unused.poll()) {
            locks.remove(ended);
        }
        return locks.computeIfAbsent(new Bean(bean, unused), key -> new ReentrantLock());
    }

    /** A bean by its identity: a class may define equality otherwise, as records do. */
    private static final class Bean extends WeakReference<Object> {
        private final int hash;

        Bean(Object bean, ReferenceQueue<Object> unused) {
            super(bean, unused);
            this.hash = System.identityHashCode(bean);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            if (this == other) {
                return true;
            }
            Object bean = get();
            return bean != null && other instanceof Bean same && same.get() == bean;
        }
    }
}
