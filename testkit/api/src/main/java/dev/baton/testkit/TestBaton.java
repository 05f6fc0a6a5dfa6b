package dev.baton.testkit;

import dev.baton.Baton;
import dev.baton.internal.runtime.BatonRuntime;

/** Connections to a store in memory, on virtual time: for tests of one's own leader code. */
public final class TestBaton {

    private TestBaton() {}

    /** A connection of one more "process" to the store. */
    public static Baton connect(MemoryStore store, VirtualTime time) {
        return BatonRuntime.over(time.environment(), clock -> store.open(clock));
    }
}
