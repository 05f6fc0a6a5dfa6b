package dev.baton.lab.quorum;

import dev.baton.lab.LabProcess;
import dev.baton.lab.TrialDirectory;
import dev.baton.testkit.FreePort;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Other systems as programs of the lab, three processes each, with default settings. */
final class PeerSystems {
    static final String RATIS = "Ratis 3.3.0";
    static final String JGROUPS = "jgroups-raft 1.1.4";

    static final List<String> FLAGS = List.of(
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=error");

    private static final List<String> IDS = ServerCluster.IDS;

    private PeerSystems() {}

    static PeerCluster ratis(TrialDirectory directory, PeerMachines machines) {
        String peers = joined(id -> id + "=" + machines.address(id) + ":" + FreePort.next());
        return new LabCluster(IDS, id -> {
            String data = directory.path("ratis-" + id).toString();
            return LabProcess.startWithin(machines.inside(id), FLAGS, RatisPeer.class, id, data, peers);
        });
    }

    static PeerCluster jgroups(TrialDirectory directory, PeerMachines machines) {
        Map<String, Integer> ports = new HashMap<>();
        IDS.forEach(id -> ports.put(id, FreePort.next()));
        String hosts = joined(id -> machines.address(id) + "[" + ports.get(id) + "]");
        return new LabCluster(IDS, id -> {
            String data = directory.path("jgroups-" + id).toString();
            String address = machines.address(id) + ":" + ports.get(id);
            return LabProcess.startWithin(
                    machines.inside(id), FLAGS, JGroupsPeer.class, id, data, address, hosts, joined(each -> each));
        });
    }

    private static String joined(Function<String, String> member) {
        return IDS.stream().map(member).collect(Collectors.joining(","));
    }
}
