package dev.baton.node.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The requests to drain that a supervisor would get, in their order. */
final class RecordedDrains implements DrainRequests {
    private final List<Optional<Duration>> graces = new ArrayList<>();
    private boolean draining;

    @Override
    public synchronized void drain(Optional<Duration> grace, boolean standby) {
        graces.add(grace);
        draining = true;
    }

    @Override
    public synchronized boolean cancel() {
        draining = false;
        return true;
    }

    synchronized List<Optional<Duration>> graces() {
        return List.copyOf(graces);
    }

    /** Returns whether the last request was not a cancellation. */
    synchronized boolean isDraining() {
        return draining;
    }
}
