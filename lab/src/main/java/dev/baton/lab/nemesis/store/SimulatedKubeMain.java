package dev.baton.lab.nemesis.store;

import dev.baton.lab.LineProtocol;
import dev.baton.testkit.kubernetes.SimulatedKubeServer;

/** A program that serves the simulated Kubernetes API until its input ends. It prints its port. */
public final class SimulatedKubeMain {
    private SimulatedKubeMain() {}

    public static void main(String[] args) throws Exception {
        SimulatedKubeServer server = new SimulatedKubeServer();
        LineProtocol lines = new LineProtocol();
        lines.send("port " + server.port());
        lines.runCommands(command -> {});
        // Open watches must not keep the process.
        System.exit(0);
    }
}
