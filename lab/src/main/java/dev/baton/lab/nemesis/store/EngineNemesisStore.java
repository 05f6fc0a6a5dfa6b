package dev.baton.lab.nemesis.store;

import dev.baton.lab.nemesis.fault.ActiveFault;
import dev.baton.lab.nemesis.fault.TrialProcesses;
import dev.baton.lab.nemesis.schedule.FaultKind;
import dev.baton.lab.nemesis.schedule.PlannedFault;
import dev.baton.testkit.FaultProxy;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** One or several servers of an engine. Every process reaches each of them through a proxy of its own. */
final class EngineNemesisStore implements NemesisStore {
    private final TrialPlan plan;
    private final EngineServers servers;
    private final EngineTiming timing;
    private final Map<String, List<FaultProxy>> proxies = new LinkedHashMap<>();

    EngineNemesisStore(TrialPlan plan, EngineServers servers, EngineTiming timing) {
        this.plan = plan;
        this.servers = servers;
        this.timing = timing;
        plan.processes()
                .forEach(name -> proxies.put(
                        name,
                        servers.all().stream()
                                .map(server -> FaultProxy.to("127.0.0.1", server.port()))
                                .toList()));
    }

    @Override
    public List<FaultProxy> links(String process) {
        return Optional.ofNullable(proxies.get(process))
                .orElseThrow(() -> new IllegalArgumentException("no process " + process));
    }

    private String url(String process, LeaseTiming chosen) {
        return chosen.url(
                servers.url(links(process).stream().map(FaultProxy::port).toList()));
    }

    @Override
    public String url(String process) {
        return url(process, timing.usual());
    }

    @Override
    public String changedUrl(String process) {
        return url(process, timing.longer());
    }

    @Override
    public String description() {
        return servers.description();
    }

    @Override
    public Duration validity() {
        return timing.usual().validity();
    }

    @Override
    public boolean isSharedByUsers() {
        return true;
    }

    @Override
    public Duration recovery() {
        return timing.recovery();
    }

    @Override
    public Set<FaultKind> faults() {
        Set<FaultKind> all = EnumSet.copyOf(NetworkFaults.KINDS);
        all.addAll(servers.faults());
        return all;
    }

    @Override
    public ActiveFault fault(PlannedFault fault, TrialProcesses processes) {
        if (NetworkFaults.KINDS.contains(fault.kind())) {
            return NetworkFaults.of(
                    fault, links(processes.target(fault).orElseThrow().name()));
        }
        TrialServer server = servers.all().get(fault.choice() % servers.all().size());
        boolean tooLong =
                fault.kind() == FaultKind.SERVER_FREEZE && fault.duration().compareTo(timing.longestFreeze()) > 0;
        return tooLong ? freeze(server) : ServerFaults.of(fault, server);
    }

    private ActiveFault freeze(TrialServer server) {
        return ActiveFault.once(() -> {
            server.signal("STOP");
            try {
                TimeUnit.MILLISECONDS.sleep(timing.longestFreeze().toMillis());
            } finally {
                server.signal("CONT");
            }
        });
    }

    @Override
    public List<String> left() {
        List<Integer> ports = servers.all().stream().map(TrialServer::port).toList();
        return OpenClaims.in(timing.usual().url(servers.url(ports)), plan.elections());
    }

    @Override
    public void close() throws IOException {
        proxies.values().forEach(all -> all.forEach(FaultProxy::close));
        servers.close();
    }
}
