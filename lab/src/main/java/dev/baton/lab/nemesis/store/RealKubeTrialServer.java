package dev.baton.lab.nemesis.store;

import dev.baton.lab.nemesis.fault.ProcessSignals;
import dev.baton.testkit.kubernetes.RealKubeServer;
import java.io.IOException;

/** The real API server. Its etcd is not hit. */
final class RealKubeTrialServer implements KubeTrialServer {
    private final RealKubeServer server = RealKubeServer.shared();
    private final String namespace = server.newNamespace();

    @Override
    public String namespace() {
        return namespace;
    }

    @Override
    public String kubeconfig(int port) {
        return server.kubeconfig(port);
    }

    @Override
    public boolean keepsData() {
        return true;
    }

    @Override
    public int port() {
        return server.port();
    }

    @Override
    public void kill() {
        server.kill();
    }

    @Override
    public void stop() {
        server.stop();
    }

    @Override
    public void start() {
        server.start();
    }

    @Override
    public void signal(String name) throws IOException {
        ProcessSignals.send(name, server.pid().stream().toList());
    }

    /** The server ends with this JVM. */
    @Override
    public void close() {}
}
