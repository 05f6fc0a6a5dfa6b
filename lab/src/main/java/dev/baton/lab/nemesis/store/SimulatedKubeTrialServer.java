package dev.baton.lab.nemesis.store;

import dev.baton.lab.LabProcess;
import dev.baton.testkit.kubernetes.KubeTestServer;
import java.io.IOException;
import java.util.List;

/** The simulated API server in a process of its own, so that it can be frozen. */
final class SimulatedKubeTrialServer implements KubeTrialServer {
    private final LabProcess process;
    private final int port;

    SimulatedKubeTrialServer() throws Exception {
        process = LabProcess.start(
                List.of("-Xmx1g", "-XX:+UseSerialGC", "-Dorg.slf4j.simpleLogger.defaultLogLevel=error"),
                SimulatedKubeMain.class);
        port = (int) process.awaitNumber("port");
    }

    @Override
    public String namespace() {
        return "nemesis";
    }

    @Override
    public String kubeconfig(int reachedAt) {
        return KubeTestServer.text("server: http://127.0.0.1:" + reachedAt, "none");
    }

    @Override
    public boolean keepsData() {
        return false;
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public void kill() {
        throw refused();
    }

    @Override
    public void stop() {
        throw refused();
    }

    @Override
    public void start() {
        throw refused();
    }

    private static UnsupportedOperationException refused() {
        return new UnsupportedOperationException("the simulated API server keeps its data in memory");
    }

    @Override
    public void signal(String name) throws IOException {
        process.signal(name);
    }

    @Override
    public void close() {
        process.kill();
        process.close();
    }
}
