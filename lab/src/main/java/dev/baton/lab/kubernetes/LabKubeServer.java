package dev.baton.lab.kubernetes;

import dev.baton.lab.BenchmarkReport;
import dev.baton.testkit.kubernetes.KubeTestServer;
import dev.baton.testkit.kubernetes.RealKubeServer;
import dev.baton.testkit.kubernetes.SimulatedKubeServer;
import java.nio.file.Path;

/**
 * An API server with an empty namespace: the real one if it is installed, otherwise the simulated one.
 *
 * @param namespace the namespace of the trial
 * @param kubeconfig the file with which processes reach it
 */
public record LabKubeServer(KubeTestServer server, String namespace, Path kubeconfig) implements AutoCloseable {

    /** Starts the server, and notes which one it is. */
    public static LabKubeServer start(BenchmarkReport report) {
        LabKubeServer server = start();
        report.note("on " + server.description());
        return server;
    }

    /** Starts the server. */
    public static LabKubeServer start() {
        KubeTestServer server = RealKubeServer.isAvailable() ? RealKubeServer.shared() : new SimulatedKubeServer();
        return new LabKubeServer(server, server.newNamespace(), server.kubeconfigFile(server.port()));
    }

    /** Returns which API server it is. */
    public String description() {
        return server instanceof SimulatedKubeServer
                ? "the simulated API server of fabric8; set " + RealKubeServer.PROGRAM_VARIABLE + " for the real one"
                : "a real kube-apiserver over one etcd without fsync";
    }

    /** Returns the URL of its elections. */
    public String url() {
        return "kubernetes:" + namespace + "?kubeconfig=" + kubeconfig;
    }

    /** Ends the simulated server; the real one ends with this JVM. */
    @Override
    public void close() {
        if (server instanceof SimulatedKubeServer) {
            server.close();
        }
    }
}
