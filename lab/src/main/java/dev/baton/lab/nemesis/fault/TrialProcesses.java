package dev.baton.lab.nemesis.fault;

import dev.baton.lab.nemesis.history.LiveHistories;
import dev.baton.lab.nemesis.schedule.PlannedFault;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The processes of a trial by their names. */
public final class TrialProcesses {
    private final Map<String, TrialProcess> candidates = new LinkedHashMap<>();
    private final Map<String, TrialProcess> runs = new LinkedHashMap<>();
    private final LiveHistories live;

    public TrialProcesses(List<TrialProcess> candidates, List<TrialProcess> runs, LiveHistories live) {
        candidates.forEach(process -> this.candidates.put(process.name(), process));
        runs.forEach(process -> this.runs.put(process.name(), process));
        this.live = live;
    }

    /** Returns the process that a fault is aimed at; empty if it is aimed at none. */
    public Optional<TrialProcess> target(PlannedFault fault) {
        String name = fault.target().equals(PlannedFault.BUSIEST) ? busiest() : fault.target();
        return Optional.ofNullable(candidates.getOrDefault(name, runs.get(name)));
    }

    /** Returns the process with API candidates that a number chooses. */
    public TrialProcess candidate(int choice) {
        return candidates().get(choice % candidates.size());
    }

    /** Returns the process with API candidates of this name. */
    public TrialProcess candidate(String name) {
        return Optional.ofNullable(candidates.get(name))
                .orElseThrow(() -> new IllegalArgumentException("no process " + name + " with candidates"));
    }

    /** Returns the name of the process with API candidates that leads most elections. */
    private String busiest() {
        String found = candidates.keySet().iterator().next();
        long most = -1;
        for (String name : candidates.keySet()) {
            long leads = live.electionsLedBy(name);
            if (leads > most) {
                most = leads;
                found = name;
            }
        }
        return found;
    }

    public List<TrialProcess> candidates() {
        return List.copyOf(candidates.values());
    }

    public List<TrialProcess> runs() {
        return List.copyOf(runs.values());
    }

    /** Starts all processes that do not run. */
    public void start() throws IOException {
        for (TrialProcess process : candidates.values()) {
            process.start();
        }
        for (TrialProcess process : runs.values()) {
            process.start();
        }
    }

    /** Stops all processes in an orderly way. */
    public void stop() throws Exception {
        for (TrialProcess process : runs.values()) {
            process.requestStop();
        }
        for (TrialProcess process : candidates.values()) {
            process.requestStop();
        }
        for (TrialProcess process : runs.values()) {
            process.awaitStop();
        }
        for (TrialProcess process : candidates.values()) {
            process.awaitStop();
        }
    }

    /** Kills what runs, for good. */
    public void end() {
        runs.values().forEach(TrialProcess::end);
        candidates.values().forEach(TrialProcess::end);
    }
}
