package dev.baton.lab.peers;

import dev.baton.lab.LabProcess;
import dev.baton.lab.TrialDirectory;
import dev.baton.lab.nemesis.fault.FakeClock;
import dev.baton.lab.quorum.EtcdServers;
import dev.baton.lab.quorum.PeerMachines;
import dev.baton.lab.quorum.RaftLibrary;
import dev.baton.lab.quorum.ServerCluster;
import dev.baton.lab.quorum.ZooKeeperServers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

/** Three machines, each a network namespace with one process. The processes elect their leader themselves. */
final class MachineGround implements PeerGround {
    static final String NO_FAKE_CLOCK = "libfaketime does not reach programs in Go";

    private static final String ELECTION = "lab";
    private static final long READY_SECONDS = 30;

    private final PeerMachines machines;
    private final Starter starter;
    private final Set<PeerFault> refused;
    private final String server;

    /** Starts a process with words before its command. */
    private interface Starter {
        PeerMember start(String name, Path history, List<String> environment) throws Exception;
    }

    private MachineGround(PeerMachines machines, Starter starter, Set<PeerFault> refused, String server) {
        this.machines = machines;
        this.starter = starter;
        this.refused = refused;
        this.server = server;
    }

    /** Starts machines for a library whose processes record their own histories. */
    static MachineGround library(Path folder, BiFunction<TrialDirectory, PeerMachines, RaftLibrary> libraries) {
        PeerMachines machines = PeerMachines.apart(ServerCluster.IDS);
        RaftLibrary library = libraries.apply(new TrialDirectory(folder), machines);
        return new MachineGround(
                machines,
                (name, history, environment) -> {
                    LabProcess process = library.launch(name, environment, List.of(history.toString()));
                    process.await("waiting");
                    return new ProgramMember(process);
                },
                Set.of(),
                "the three processes themselves, over TCP");
    }

    /** Starts machines for servers of etcd. */
    static MachineGround etcd(Path folder) throws IOException {
        if (!EtcdServers.isInstalled()) {
            throw new IOException("etcd is not installed (Debian: etcd-server)");
        }
        PeerMachines machines = PeerMachines.apart(ServerCluster.IDS);
        return servers(machines, new EtcdServers(new TrialDirectory(folder), machines), Set.of(PeerFault.CLOCK));
    }

    /** Starts machines for servers of ZooKeeper. */
    static MachineGround zooKeeper(Path folder) throws IOException {
        PeerMachines machines = PeerMachines.apart(ServerCluster.IDS);
        return servers(machines, new ZooKeeperServers(new TrialDirectory(folder), machines), Set.of());
    }

    private static MachineGround servers(PeerMachines machines, ServerCluster servers, Set<PeerFault> refused)
            throws IOException {
        Set<String> started = new HashSet<>();
        return new MachineGround(
                machines,
                (name, history, environment) -> {
                    LabProcess process = servers.launch(name, environment);
                    started.add(name);
                    awaitReady(servers, name, started);
                    return new WatchedMember(process.pid(), history, ELECTION, () -> servers.leads(name));
                },
                refused,
                servers.description());
    }

    /** Waits until a server takes part. The first ones cannot before most of them run. */
    private static void awaitReady(ServerCluster servers, String name, Set<String> started)
            throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS);
        while (started.size() == ServerCluster.IDS.size()
                && !servers.isReady(name)
                && System.nanoTime() - deadline < 0) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    @Override
    public List<String> names() {
        return ServerCluster.IDS;
    }

    @Override
    public PeerMember start(String name, Path history, Optional<FakeClock> clock) throws Exception {
        return starter.start(name, history, clock.map(FakeClock::environment).orElse(List.of()));
    }

    @Override
    public Optional<String> refusal(PeerFault fault) {
        return refused.contains(fault) ? Optional.of(NO_FAKE_CLOCK) : Optional.empty();
    }

    @Override
    public void cut(String name) {
        machines.cut(name);
    }

    @Override
    public void heal(String name) {
        machines.heal(name);
    }

    @Override
    public String server() {
        return server;
    }

    @Override
    public void close() {
        machines.close();
    }
}
