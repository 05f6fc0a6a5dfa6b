package dev.baton.lab.nemesis.store;

import dev.baton.lab.TrialDirectory;
import dev.baton.lab.nemesis.fault.ActiveFault;
import dev.baton.lab.nemesis.fault.TrialProcess;
import dev.baton.lab.nemesis.fault.TrialProcesses;
import dev.baton.lab.nemesis.schedule.FaultKind;
import dev.baton.lab.nemesis.schedule.PlannedFault;
import dev.baton.lab.quorum.LabGroup;
import dev.baton.testkit.FaultProxy;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A group in which every process is a member, with a proxy in every link. */
final class GroupNemesisStore implements NemesisStore {
    private final SmallDisk disk;
    private final LabGroup group;
    private final LeaseTiming timing;
    private final GroupHalves halves;

    GroupNemesisStore(TrialPlan plan) throws IOException {
        this.timing = GroupTiming.of(plan);
        this.disk = SmallDisk.create(plan);
        this.group = new LabGroup(plan.processes(), new TrialDirectory(disk.path()), "");
        group.addProxies();
        this.halves = new GroupHalves(plan, timing.validity(), group::proxies);
    }

    @Override
    public String url(String process) {
        return timing.url(group.url(process));
    }

    @Override
    public String changedUrl(String process) {
        return GroupTiming.longer(timing).url(group.url(process));
    }

    @Override
    public Duration validity() {
        return timing.validity();
    }

    @Override
    public Duration recovery() {
        return GroupTiming.recovery(timing);
    }

    @Override
    public Set<FaultKind> faults() {
        Set<FaultKind> all = EnumSet.copyOf(NetworkFaults.KINDS);
        all.addAll(MemberFolders.KINDS);
        all.add(FaultKind.HALVES);
        all.add(FaultKind.RELAY);
        all.addAll(disk.faults());
        return all;
    }

    @Override
    public ActiveFault fault(PlannedFault fault, TrialProcesses processes) {
        if (disk.faults().contains(fault.kind())) {
            return disk.fault(fault, processes);
        }
        if (MemberFolders.KINDS.contains(fault.kind())) {
            return halves.hitting(processes, fault.choice(), name -> {
                TrialProcess member = processes.candidate(name);
                return new MemberFolders(disk.path().resolve(name), timing.validity(), member).of(fault);
            });
        }
        String target = processes.target(fault).orElseThrow().name();
        return switch (fault.kind()) {
            case HALVES -> halves.around(target, fault.choice());
            case RELAY -> ActiveFault.of(() -> group.killProxies(target), () -> group.restartProxies(target));
            default -> NetworkFaults.of(fault, links(target));
        };
    }

    @Override
    public List<FaultProxy> links(String process) {
        return group.proxies(process);
    }

    /** The members have ended, and with them the store. */
    @Override
    public List<String> left() {
        return List.of();
    }

    @Override
    public void close() throws IOException {
        group.closeProxies();
        disk.close();
    }
}
