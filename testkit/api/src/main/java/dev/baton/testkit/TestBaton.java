package dev.baton.testkit;

import dev.baton.Baton;
import dev.baton.internal.runtime.BatonRuntime;

/**
 * Connections to a store in memory on virtual time, for tests of your own leader code.
 *
 * <pre>{@code
 * VirtualTime time = new VirtualTime();
 * MemoryStore store = new MemoryStore();
 * Candidate candidate = TestBaton.connect(store, time).candidate("nightly-report");
 * candidate.start();
 * time.advance(Duration.ofMillis(1));
 * assertThat(candidate.isLeader()).isTrue();
 * }</pre>
 */
public final class TestBaton {

    private TestBaton() {}

    /** Connects to the store, as another process would. */
    public static Baton connect(MemoryStore store, VirtualTime time) {
        return BatonRuntime.over(time.environment(), clock -> store.open(clock));
    }
}
