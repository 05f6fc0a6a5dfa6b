package dev.baton.internal.runtime;

import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Election;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.LeaderObservation;
import dev.baton.LeaderObserver;
import dev.baton.RosterPresence;
import dev.baton.Tenure;
import dev.baton.TransferOutcome;
import dev.baton.TransferResult;
import dev.baton.spi.ElectionMetrics;
import dev.baton.spi.MeteredBackend;
import dev.baton.spi.StatusJson;
import dev.baton.support.json.Json;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/** An election of one connection. */
final class ElectionRuntime implements Election {
    private final BatonRuntime baton;
    private final SharedServices services;
    private final String name;

    ElectionRuntime(BatonRuntime baton, SharedServices services, String name) {
        this.baton = baton;
        this.services = services;
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Candidate candidate() {
        return candidate(baton.defaults());
    }

    @Override
    public Candidate candidate(CandidateSettings settings) {
        return baton.createCandidate(name, Objects.requireNonNull(settings, "settings"));
    }

    @Override
    public RosterPresence joinRoster(CandidateSettings identity, Consumer<List<InstanceStatus>> listener) {
        return baton.joinRoster(
                name, Objects.requireNonNull(identity, "identity"), Objects.requireNonNull(listener, "listener"));
    }

    @Override
    public LeaderObservation observe(LeaderObserver observer) {
        return baton.observe(name, Objects.requireNonNull(observer, "observer"));
    }

    @Override
    public Optional<LeaderInfo> leader() {
        return services.request(backend -> backend.observe(name), "read the leader of " + name);
    }

    @Override
    public List<InstanceStatus> roster() {
        return services.request(
                backend -> backend.roster()
                        .list(name)
                        .thenCompose(listed -> backend.observe(name)
                                // If the leader is unknown, the roster stays as it was published.
                                .handle((leader, failure) -> leader == null ? listed : confirmed(listed, leader))),
                "read the roster of " + name);
    }

    /** Returns the statuses with the leader that the store recorded after they were published. */
    private static List<InstanceStatus> confirmed(List<InstanceStatus> listed, Optional<LeaderInfo> leader) {
        return listed.stream()
                .map(status -> status.withLeader(
                        leader.filter(recorded -> recorded.instanceId().equals(status.instanceId()))
                                .isPresent()))
                .toList();
    }

    @Override
    public List<Tenure> history() {
        return services.request(backend -> backend.history(name), "read the history of " + name);
    }

    @Override
    public Optional<ElectionMetrics> metrics() {
        return services.backend() instanceof MeteredBackend metered
                ? Optional.of(metered.metrics(name))
                : Optional.empty();
    }

    @Override
    public TransferOutcome transferTo(String instanceId) {
        return transferTo(instanceId, UUID.randomUUID().toString());
    }

    @Override
    public TransferOutcome transferTo(String instanceId, String requestId) {
        Objects.requireNonNull(instanceId, "instanceId");
        return new Transfers(services, name).request(instanceId, Objects.requireNonNull(requestId, "requestId"));
    }

    @Override
    public Optional<TransferResult> transferResult(String requestId) {
        Objects.requireNonNull(requestId, "requestId");
        return services.request(backend -> backend.roster().list(name), "read the roster of " + name).stream()
                .flatMap(status -> Json.ifWellFormed(() -> StatusJson.readResult(status.note())).stream())
                .filter(result -> result.requestId().equals(requestId))
                .findFirst();
    }
}
