package dev.baton.runtime;

import dev.baton.Attendance;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Election;
import dev.baton.LeaderObserver;
import dev.baton.Observation;
import dev.baton.TransferOutcome;
import dev.baton.spi.LeaderRecord;
import dev.baton.spi.ReignRecord;
import dev.baton.spi.StatusFrame;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** An election of one connection. */
final class ElectionRuntime implements Election {
    private final BatonRuntime baton;
    private final Services services;
    private final String name;

    ElectionRuntime(BatonRuntime baton, Services services, String name) {
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
        return candidate(CandidateSettings.defaults());
    }

    @Override
    public Candidate candidate(CandidateSettings settings) {
        return baton.join(name, settings);
    }

    @Override
    public Attendance attend(CandidateSettings who, Consumer<List<StatusFrame>> present) {
        return baton.attend(name, who, present);
    }

    @Override
    public Observation observe(LeaderObserver observer) {
        return new RunningObservation(services, name, observer);
    }

    @Override
    public Optional<LeaderRecord> leader() {
        return Transfers.await(services.backend(), services.backend().observe(name), name);
    }

    @Override
    public List<StatusFrame> roster() {
        return Transfers.await(services.backend(), services.backend().roster().list(name), name);
    }

    @Override
    public List<ReignRecord> history() {
        return Transfers.await(services.backend(), services.backend().history(name), name);
    }

    @Override
    public TransferOutcome transferTo(String instanceId) {
        return new Transfers(services, name).request(instanceId);
    }
}
