package dev.baton.lab.quorum;

import dev.baton.lab.LabProcess;
import dev.baton.lab.TrialDirectory;
import dev.baton.testkit.FreePort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A cluster of three foreign servers, queried for the leader every millisecond, as a waiting client would. */
public abstract class ServerCluster extends PeerCluster {
    public static final List<String> IDS = List.of("n1", "n2", "n3");

    private final TrialDirectory directory;
    private final String system;
    private final PeerMachines machines;
    private final Map<String, Integer> ports = new HashMap<>();

    ServerCluster(TrialDirectory directory, String system, PeerMachines machines) {
        super(IDS);
        this.directory = directory;
        this.system = system;
        this.machines = machines;
    }

    /** Prepares the files of a server and returns its command. */
    abstract List<String> command(String id) throws IOException;

    /** Returns whether the server reports itself as leader; false if it does not respond. */
    public abstract boolean leads(String id);

    /** Returns the port of a server for the given purpose. */
    int port(String id, String purpose) {
        return ports.computeIfAbsent(id + " " + purpose, first -> FreePort.next());
    }

    /** Returns the address of a server. */
    String address(String id) {
        return machines.address(id);
    }

    /** Returns a path of a server's own. */
    Path path(String id) {
        return directory.path(system + "-" + id);
    }

    /** Returns what the servers are. */
    public abstract String description() throws IOException;

    @Override
    LabProcess launch(String id) throws IOException {
        return launch(id, List.of());
    }

    /** Starts a server with words before its command, which set its environment. */
    public LabProcess launch(String id, List<String> environment) throws IOException {
        List<String> command = new ArrayList<>(machines.inside(id));
        command.addAll(environment);
        command.addAll(command(id));
        return LabProcess.start(command, directory.path(system + ".log"));
    }

    @Override
    Optional<Leader> leader(String except) {
        return IDS.stream()
                .filter(id -> !id.equals(except) && leads(id))
                .findFirst()
                .map(id -> new Leader(id, System.nanoTime()));
    }
}
