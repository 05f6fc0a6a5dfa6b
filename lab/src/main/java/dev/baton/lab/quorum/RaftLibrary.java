package dev.baton.lab.quorum;

import dev.baton.lab.LabProcess;
import dev.baton.lab.TrialDirectory;
import dev.baton.lab.peers.member.MemberKind;
import dev.baton.lab.peers.member.PeerProgram;
import dev.baton.testkit.FreePort;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** A library for Raft, as three programs of the lab with default settings. */
public final class RaftLibrary {
    static final String RATIS = "Ratis 3.3.0";
    static final String JGROUPS = "jgroups-raft 1.1.4";

    static final List<String> FLAGS = List.of(
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=error");

    private static final List<String> IDS = ServerCluster.IDS;

    private final MemberKind kind;
    private final PeerMachines machines;
    private final UnaryOperator<String> endpoint;

    private RaftLibrary(MemberKind kind, PeerMachines machines, UnaryOperator<String> endpoint) {
        this.kind = kind;
        this.machines = machines;
        this.endpoint = endpoint;
    }

    /** Returns Apache Ratis. */
    public static RaftLibrary ratis(TrialDirectory directory, PeerMachines machines) {
        String peers = joined(id -> id + "=" + machines.address(id) + ":" + FreePort.next());
        return new RaftLibrary(MemberKind.RATIS, machines, id -> directory.path("ratis-" + id) + " " + peers);
    }

    /** Returns jgroups-raft. */
    public static RaftLibrary jgroups(TrialDirectory directory, PeerMachines machines) {
        Map<String, Integer> ports = new HashMap<>();
        IDS.forEach(id -> ports.put(id, FreePort.next()));
        String hosts = joined(id -> machines.address(id) + "[" + ports.get(id) + "]");
        return new RaftLibrary(
                MemberKind.JGROUPS,
                machines,
                id -> String.join(
                        " ",
                        directory.path("jgroups-" + id).toString(),
                        machines.address(id) + ":" + ports.get(id),
                        hosts,
                        joined(each -> each)));
    }

    private static String joined(UnaryOperator<String> member) {
        return IDS.stream().map(member).collect(Collectors.joining(","));
    }

    PeerCluster cluster() {
        return new LabCluster(IDS, id -> launch(id, List.of(), List.of()));
    }

    /**
     * Starts a member.
     *
     * @param environment words before the command
     * @param more arguments after those that every member has
     */
    public LabProcess launch(String id, List<String> environment, List<String> more) throws IOException {
        List<String> prefix = new ArrayList<>(machines.inside(id));
        prefix.addAll(environment);
        List<String> arguments = new ArrayList<>(List.of(kind.name(), endpoint.apply(id), "lab", id));
        arguments.addAll(more);
        return LabProcess.startWithin(prefix, FLAGS, PeerProgram.class, arguments.toArray(String[]::new));
    }
}
