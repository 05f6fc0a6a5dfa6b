package dev.baton.lab.quorum;

import dev.baton.lab.KillTrial;
import dev.baton.lab.LabProcess;
import dev.baton.lab.TrialDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The addresses, key and folders of a group on the loopback interface. */
final class QuorumTrialDirectory {
    private final TrialDirectory scene;
    private final Map<String, Integer> ports;

    private QuorumTrialDirectory(TrialDirectory scene, Map<String, Integer> ports) {
        this.scene = scene;
        this.ports = ports;
    }

    static QuorumTrialDirectory of(int members, TrialDirectory scene) throws IOException {
        Path key = scene.path("key");
        if (!Files.exists(key)) {
            Files.writeString(key, "a key for benchmarks only");
        }
        Map<String, Integer> ports = new LinkedHashMap<>();
        int number = 0;
        for (int port : freePorts(members)) {
            ports.put(String.format("n%02d", ++number), port);
        }
        return new QuorumTrialDirectory(scene, ports);
    }

    static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> taken = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                taken.add(socket);
                ports.add(socket.getLocalPort());
            }
        } finally {
            for (ServerSocket socket : taken) {
                socket.close();
            }
        }
        return ports;
    }

    List<String> ids() {
        return List.copyOf(ports.keySet());
    }

    /** A member in a process of its own, whose end the bare waiter hears. */
    LabProcess start(String id, TrialDirectory with) throws IOException {
        return LabProcess.start(
                KillTrial.VICTIM,
                QuorumCandidateProcess.class,
                url(id, ""),
                "lab",
                with.socket().toString());
    }

    /** The URL of a member, with default settings. */
    String url(String id, String round) {
        List<String> peers = new ArrayList<>();
        ports.forEach((peer, port) -> {
            if (!peer.equals(id)) {
                peers.add(peer + "@127.0.0.1:" + port);
            }
        });
        return "quorum://" + id + "@127.0.0.1:" + ports.get(id) + "?peers=" + String.join(",", peers) + "&state="
                + scene.path(ports.size() + "-" + round + id) + "&key-file=" + scene.path("key");
    }
}
