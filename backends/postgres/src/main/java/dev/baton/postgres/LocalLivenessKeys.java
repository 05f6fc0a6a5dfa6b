package dev.baton.postgres;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The liveness keys of all lock sessions of this process: who holds under one of them is local. */
final class LocalLivenessKeys {
    private static final LocalLivenessKeys OF_THIS_JVM = new LocalLivenessKeys();

    private final Set<Long> keys = ConcurrentHashMap.newKeySet();

    static LocalLivenessKeys ofThisJvm() {
        return OF_THIS_JVM;
    }

    void add(long process) {
        keys.add(process);
    }

    void remove(long process) {
        keys.remove(process);
    }

    boolean contains(long process) {
        return keys.contains(process);
    }
}
