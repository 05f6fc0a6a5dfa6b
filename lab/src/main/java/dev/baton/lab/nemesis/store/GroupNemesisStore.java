package dev.baton.lab.nemesis.store;

import dev.baton.lab.TrialDirectory;
import dev.baton.lab.nemesis.fault.ActiveFault;
import dev.baton.lab.nemesis.fault.TrialProcess;
import dev.baton.lab.nemesis.fault.TrialProcesses;
import dev.baton.lab.nemesis.schedule.FaultKind;
import dev.baton.lab.nemesis.schedule.PlannedFault;
import dev.baton.lab.quorum.LabGroup;
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

    GroupNemesisStore(TrialPlan plan) throws IOException {
        this.timing = GroupTiming.of(plan);
        this.disk = SmallDisk.create(plan);
        this.group = new LabGroup(plan.processes(), new TrialDirectory(disk.path()), "");
        group.addProxies();
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
        if (disk.canBeFilled()) {
            all.add(FaultKind.DISK_FULL);
        }
        return all;
    }

    @Override
    public ActiveFault fault(PlannedFault fault, TrialProcesses processes) {
        if (fault.kind() == FaultKind.DISK_FULL) {
            return disk.full();
        }
        if (MemberFolders.KINDS.contains(fault.kind())) {
            TrialProcess member = processes.candidate(fault.choice());
            return new MemberFolders(disk.path().resolve(member.name()), member).of(fault);
        }
        return NetworkFaults.of(
                fault, group.proxies(processes.target(fault).orElseThrow().name()));
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
