package dev.baton.micrometer;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateWatcher;
import dev.baton.Gate;
import dev.baton.Registration;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The meters of all elections in which a connection has candidates: those that exist, and those that join later.
 * An election's meters go when its last candidate is closed.
 *
 * <p>Candidates of one election in one connection share its meters: counts add up, and {@code baton.state} tells
 * how many of them are in a state.
 */
public final class BatonMetrics implements MeterBinder, AutoCloseable {
    private final Baton baton;
    private final List<Registration> bound = new ArrayList<>();

    public BatonMetrics(Baton baton) {
        this.baton = baton;
    }

    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        Bound elections = new Bound(registry);
        Registration watch = baton.watch(elections);
        bound.add(() -> {
            watch.close();
            elections.close();
        });
    }

    /** Takes the meters out of their registries again. */
    @Override
    public synchronized void close() {
        bound.forEach(Registration::close);
        bound.clear();
    }

    private final class Bound implements CandidateWatcher {
        private final MeterRegistry registry;
        private final Map<String, ElectionMeters> elections = new HashMap<>();

        Bound(MeterRegistry registry) {
            this.registry = registry;
        }

        @Override
        public synchronized void candidateAdded(Candidate candidate) {
            elections
                    .computeIfAbsent(candidate.election(), name -> new ElectionMeters(baton, name, registry))
                    .add(candidate);
        }

        @Override
        public synchronized void gateCreated(Candidate candidate, Gate gate) {
            ElectionMeters meters = elections.get(candidate.election());
            if (meters != null) {
                meters.add(gate);
            }
        }

        @Override
        public synchronized void candidateRemoved(Candidate candidate) {
            ElectionMeters meters = elections.get(candidate.election());
            if (meters != null && meters.remove(candidate)) {
                elections.remove(candidate.election());
            }
        }

        synchronized void close() {
            elections.values().forEach(ElectionMeters::close);
            elections.clear();
        }
    }
}
