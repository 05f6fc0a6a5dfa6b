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
import java.util.Objects;

/**
 * Binds the meters of all elections in which a connection has candidates, now or later. The meters of an election are
 * removed when its last candidate is closed.
 *
 * <p>The candidates that a connection has in one election share its meters: counts are added up, and
 * {@code baton.state} is the number of candidates in a state.
 *
 * <pre>{@code
 * BatonMetrics metrics = new BatonMetrics(baton);
 * metrics.bindTo(registry);
 * }</pre>
 */
public final class BatonMetrics implements MeterBinder, AutoCloseable {
    private final Baton baton;
    private final List<Registration> bound = new ArrayList<>();

    /** Creates a binder for the elections of the given connection. */
    public BatonMetrics(Baton baton) {
        this.baton = Objects.requireNonNull(baton, "baton");
    }

    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        BoundElections elections = new BoundElections(registry);
        Registration registration = baton.watch(elections);
        bound.add(() -> {
            registration.close();
            elections.close();
        });
    }

    /** Removes the meters from their registries. */
    @Override
    public synchronized void close() {
        bound.forEach(Registration::close);
        bound.clear();
    }

    private final class BoundElections implements CandidateWatcher {
        private final MeterRegistry registry;
        private final Map<String, ElectionMeters> elections = new HashMap<>();

        BoundElections(MeterRegistry registry) {
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
