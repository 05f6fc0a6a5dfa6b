package dev.baton.spring;

import java.util.ArrayList;
import java.util.List;

/** The guarded transactions of the current thread that are suspended while another one runs inside of them. */
final class SuspendedGuards {
    private static final ThreadLocal<List<FencedTransaction>> OF_THREAD = ThreadLocal.withInitial(ArrayList::new);

    private SuspendedGuards() {}

    static void add(FencedTransaction suspended) {
        OF_THREAD.get().add(suspended);
    }

    static void remove(FencedTransaction resumed) {
        List<FencedTransaction> all = OF_THREAD.get();
        all.remove(resumed);
        if (all.isEmpty()) {
            OF_THREAD.remove();
        }
    }

    /** Returns whether one of them has the guard of the election. */
    static boolean include(String election) {
        List<FencedTransaction> all = OF_THREAD.get();
        if (all.isEmpty()) {
            OF_THREAD.remove();
        }
        return all.stream()
                .anyMatch(suspended -> suspended.guard().leadership().election().equals(election));
    }
}
