package dev.baton.spring;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.EndReason;
import dev.baton.Gate;
import dev.baton.Leadership;
import dev.baton.LeadershipLostException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BooleanSupplier;
import org.springframework.context.ApplicationEventPublisher;

/**
 * The elections of this application: one candidate for each.
 *
 * <pre>{@code
 * if (elections.candidate("nightly").isLeader()) {
 *     page.show("this replica leads");
 * }
 * }</pre>
 */
public final class BatonElections {
    private final Baton baton;
    private final BatonProperties properties;
    private final List<CandidateCustomizer> customizers;
    private final ApplicationEventPublisher events;
    private final Map<String, Candidate> candidates = new ConcurrentSkipListMap<>();
    private boolean started;

    BatonElections(
            Baton baton,
            BatonProperties properties,
            List<CandidateCustomizer> customizers,
            ApplicationEventPublisher events) {
        this.baton = baton;
        this.properties = properties;
        this.customizers = List.copyOf(customizers);
        this.events = events;
        properties.elections().keySet().forEach(this::candidate);
    }

    /** Returns the connection. */
    public Baton baton() {
        return baton;
    }

    /** Returns this application's candidate in the election. It is created at the first call. */
    public Candidate candidate(String election) {
        Objects.requireNonNull(election, "election");
        Candidate known = candidates.get(election);
        return known != null ? known : create(election);
    }

    /** Returns the gate of the election that beans of type {@code Gate} use. */
    public Gate gate(String election) {
        return candidate(election).gate("application");
    }

    /** Returns the candidates of this application, ordered by election. */
    public List<Candidate> candidates() {
        return List.copyOf(candidates.values());
    }

    /**
     * Returns the leadership of the {@link LeaderOnly} method of this election that the current thread is in, otherwise that of
     * the candidate.
     *
     * @throws LeadershipLostException if this replica does not lead
     */
    public Leadership leadership(String election) {
        return Leaderships.of(election)
                .or(() -> candidate(election).leadership())
                .orElseThrow(() -> new LeadershipLostException("this replica does not lead election " + election
                        + (properties.enabled() ? "" : ", because baton.enabled is false")));
    }

    /**
     * Starts all candidates, and from now on every new one.
     *
     * @param mayStart false if they were stopped meanwhile
     */
    synchronized void start(BooleanSupplier mayStart) {
        if (!mayStart.getAsBoolean()) {
            return;
        }
        started = true;
        candidates.values().forEach(Candidate::start);
    }

    /** Returns the candidates to stop. No further one is started. */
    synchronized List<Candidate> ending() {
        started = false;
        return candidates();
    }

    private synchronized Candidate create(String election) {
        Candidate known = candidates.get(election);
        if (known != null) {
            return known;
        }
        Candidate candidate = baton.election(election).candidate(settings(election));
        publishEvents(candidate);
        candidates.put(election, candidate);
        if (started) {
            candidate.start();
        }
        return candidate;
    }

    private CandidateSettings settings(String election) {
        CandidateSettingsBuilder settings = CandidateSettings.builder();
        Optional.ofNullable(properties.instanceId()).ifPresent(settings::instanceId);
        if (!properties.enabled()) {
            // The rest is for a store, and durations that fit one are refused beside the defaults of another.
            return settings.build();
        }
        Optional.ofNullable(properties.elections().get(election)).ifPresent(given -> given.applyTo(settings));
        customizers.forEach(customizer -> customizer.customize(election, settings));
        return settings.build();
    }

    private void publishEvents(Candidate candidate) {
        String election = candidate.election();
        String id = candidate.instanceId();
        candidate.onAcquired(tenure -> events.publishEvent(new LeadershipEvent.Acquired(election, id, tenure.epoch())));
        candidate.onLost(
                lost -> events.publishEvent(new LeadershipEvent.Lost(election, id, lost.epoch(), lost.reason())));
        candidate.onReleased(released -> events.publishEvent(
                released.reason() == EndReason.TRANSFERRED
                        ? new LeadershipEvent.Transferred(election, id, released.epoch())
                        : new LeadershipEvent.Released(election, id, released.epoch(), released.reason())));
    }
}
