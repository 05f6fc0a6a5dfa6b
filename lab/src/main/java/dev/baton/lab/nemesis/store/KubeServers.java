package dev.baton.lab.nemesis.store;

import dev.baton.lab.nemesis.schedule.FaultKind;
import dev.baton.testkit.kubernetes.KubeTestServer;
import dev.baton.testkit.kubernetes.RealKubeServer;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** An API server of Kubernetes: the real one if it is installed, otherwise a simulated one in a process of its own. */
final class KubeServers implements EngineServers {
    private static final Duration DEFAULT_TTL = Duration.ofSeconds(15);

    private final KubeTrialServer server;

    private KubeServers(KubeTrialServer server) {
        this.server = server;
    }

    /** Starts {@code kubernetes:}. */
    static NemesisStore start(TrialPlan plan) throws Exception {
        KubeTrialServer server =
                RealKubeServer.isAvailable() ? new RealKubeTrialServer() : new SimulatedKubeTrialServer();
        return new EngineNemesisStore(plan, new KubeServers(server), EngineTiming.of(plan, "ttl", DEFAULT_TTL));
    }

    @Override
    public List<KubeTrialServer> all() {
        return List.of(server);
    }

    @Override
    public String url(List<Integer> ports) {
        return "kubernetes:" + server.namespace() + "?kubeconfig="
                + KubeTestServer.write(server.kubeconfig(ports.get(0)));
    }

    @Override
    public String description() {
        return server.keepsData()
                ? "a real kube-apiserver over one etcd"
                : "the simulated API server of fabric8; set " + RealKubeServer.PROGRAM_VARIABLE + " for the real one";
    }

    /** A server without lasting data cannot be restarted: it would come back with data that went back. */
    @Override
    public Set<FaultKind> faults() {
        return server.keepsData() ? ServerFaults.KINDS : EnumSet.of(FaultKind.SERVER_FREEZE);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
