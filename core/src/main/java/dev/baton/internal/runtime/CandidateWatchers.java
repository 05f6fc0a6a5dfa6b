package dev.baton.internal.runtime;

import dev.baton.Candidate;
import dev.baton.CandidateWatcher;
import dev.baton.Gate;
import dev.baton.Registration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;

/** The candidates of one connection with their gates, and the watchers that receive them. */
final class CandidateWatchers {
    private final Executor callbacks;
    private final Map<Candidate, Set<Gate>> candidates = new LinkedHashMap<>();
    private final Set<CandidateWatcher> watchers = new LinkedHashSet<>();

    /** @param callbacks runs the notifications of removed candidates, which can originate on the event loop */
    CandidateWatchers(Executor callbacks) {
        this.callbacks = callbacks;
    }

    synchronized Registration add(CandidateWatcher watcher) {
        watchers.add(watcher);
        candidates.forEach((candidate, gates) -> {
            watcher.candidateAdded(candidate);
            gates.forEach(gate -> watcher.gateCreated(candidate, gate));
        });
        return () -> remove(watcher);
    }

    private synchronized void remove(CandidateWatcher watcher) {
        watchers.remove(watcher);
    }

    synchronized void candidateAdded(Candidate candidate) {
        candidates.put(candidate, new LinkedHashSet<>());
        watchers.forEach(watcher -> watcher.candidateAdded(candidate));
    }

    synchronized void gateCreated(Candidate candidate, Gate gate) {
        Set<Gate> gates = candidates.get(candidate);
        if (gates != null && gates.add(gate)) {
            watchers.forEach(watcher -> watcher.gateCreated(candidate, gate));
        }
    }

    synchronized void candidateRemoved(Candidate candidate) {
        if (candidates.remove(candidate) != null) {
            List.copyOf(watchers).forEach(watcher -> callbacks.execute(() -> watcher.candidateRemoved(candidate)));
        }
    }
}
