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
import java.util.List;
import java.util.Optional;
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
        return baton.join(name, settings);
    }

    @Override
    public RosterPresence joinRoster(CandidateSettings who, Consumer<List<InstanceStatus>> present) {
        return baton.joinRoster(name, who, present);
    }

    @Override
    public LeaderObservation observe(LeaderObserver observer) {
        return new ObservationRuntime(services, name, observer);
    }

    @Override
    public Optional<LeaderInfo> leader() {
        return Transfers.await(services.backend(), services.backend().observe(name), name);
    }

    @Override
    public List<InstanceStatus> roster() {
        return Transfers.await(services.backend(), services.backend().roster().list(name), name);
    }

    @Override
    public List<Tenure> history() {
        return Transfers.await(services.backend(), services.backend().history(name), name);
    }

    @Override
    public TransferOutcome transferTo(String instanceId) {
        return new Transfers(services, name).request(instanceId);
    }
}
