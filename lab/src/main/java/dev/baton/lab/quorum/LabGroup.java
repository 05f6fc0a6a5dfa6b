package dev.baton.lab.quorum;

import dev.baton.lab.CandidateProcess;
import dev.baton.lab.LabProcess;
import dev.baton.lab.TrialDirectory;
import dev.baton.testkit.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The addresses, key and directories of a group of members on the loopback interface. */
final class LabGroup {
    private final TrialDirectory directory;
    private final Map<String, Integer> ports = new LinkedHashMap<>();

    LabGroup(int members, TrialDirectory directory) throws IOException {
        this.directory = directory;
        Files.writeString(directory.path("key"), "a key for benchmarks only");
        for (int i = 1; i <= members; i++) {
            ports.put(String.format("n%02d", i), FreePort.next());
        }
    }

    List<String> ids() {
        return List.copyOf(ports.keySet());
    }

    /** Returns a cluster with one process for each member. */
    LabCluster cluster(List<String> flags) {
        return new LabCluster(ids(), id -> LabProcess.start(flags, CandidateProcess.class, url(id), "lab"));
    }

    /** Returns the URL of a member, with default settings. */
    String url(String id) {
        String peers = ports.keySet().stream()
                .filter(peer -> !peer.equals(id))
                .map(peer -> peer + "@127.0.0.1:" + ports.get(peer))
                .collect(Collectors.joining(","));
        return "quorum://" + id + "@127.0.0.1:" + ports.get(id) + "?peers=" + peers + "&state=" + directory.path(id)
                + "&key-file=" + directory.path("key");
    }
}
