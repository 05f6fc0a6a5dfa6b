package dev.baton.lab.nemesis.store;

import dev.baton.lab.TrialDirectory;
import dev.baton.lab.nemesis.fault.ActiveFault;
import dev.baton.lab.nemesis.fault.TrialProcess;
import dev.baton.lab.nemesis.fault.TrialProcesses;
import dev.baton.lab.nemesis.schedule.FaultKind;
import dev.baton.lab.nemesis.schedule.PlannedFault;
import dev.baton.testkit.FaultProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A group in which every process is a member, connected through a broker, each through its own proxy. */
final class MqttNemesisStore implements NemesisStore {
    private final TrialPlan plan;
    private final LeaseTiming timing;
    private final SmallDisk disk;
    private final TrialDirectory brokerFiles = TrialDirectory.open();
    private final TrialServer broker = new BrokerTrialServer(brokerFiles);
    private final Map<String, FaultProxy> proxies = new LinkedHashMap<>();

    MqttNemesisStore(TrialPlan plan) throws IOException {
        this.plan = plan;
        this.timing = GroupTiming.of(plan);
        this.disk = SmallDisk.create(plan);
        Files.writeString(plan.folder().resolve("key"), "a key for trials only");
        plan.processes().forEach(name -> proxies.put(name, FaultProxy.to("127.0.0.1", broker.port())));
    }

    private FaultProxy proxy(String process) {
        return Optional.ofNullable(proxies.get(process))
                .orElseThrow(() -> new IllegalArgumentException("no process " + process));
    }

    @Override
    public String url(String process) {
        return url(process, timing);
    }

    @Override
    public String changedUrl(String process) {
        return url(process, GroupTiming.longer(timing));
    }

    private String url(String process, LeaseTiming chosen) {
        return chosen.url(
                "mqtt://127.0.0.1:" + proxy(process).port() + "/nemesis",
                "members=" + String.join(",", plan.processes()),
                "self=" + process,
                "state=" + disk.path().resolve(process),
                "key-file=" + plan.folder().resolve("key"));
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
        all.addAll(ServerFaults.KINDS);
        all.addAll(MemberFolders.KINDS);
        all.addAll(disk.faults());
        return all;
    }

    @Override
    public ActiveFault fault(PlannedFault fault, TrialProcesses processes) {
        if (disk.faults().contains(fault.kind())) {
            return disk.fault(fault, processes);
        }
        if (MemberFolders.KINDS.contains(fault.kind())) {
            TrialProcess member = processes.candidate(fault.choice());
            return new MemberFolders(disk.path().resolve(member.name()), timing.validity(), member).of(fault);
        }
        return NetworkFaults.KINDS.contains(fault.kind())
                ? NetworkFaults.of(
                        fault, links(processes.target(fault).orElseThrow().name()))
                : ServerFaults.of(fault, broker);
    }

    @Override
    public List<FaultProxy> links(String process) {
        return List.of(proxy(process));
    }

    /** The members have ended, and with them the store. */
    @Override
    public List<String> left() {
        return List.of();
    }

    @Override
    public void close() throws IOException {
        proxies.values().forEach(FaultProxy::close);
        broker.close();
        brokerFiles.close();
        disk.close();
    }
}
