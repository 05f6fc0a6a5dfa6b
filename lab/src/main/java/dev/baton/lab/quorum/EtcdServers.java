package dev.baton.lab.quorum;

import dev.baton.lab.TrialDirectory;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Servers of etcd with its usual settings, asked for their status over HTTP. */
final class EtcdServers implements ServerCluster.Kind {
    private static final Path PROGRAM = Path.of("/usr/bin/etcd");

    private final TrialDirectory scene;
    private final List<Integer> peers;
    private final List<Integer> clients;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();

    EtcdServers(TrialDirectory scene) throws IOException {
        this.scene = scene;
        List<Integer> ports = QuorumTrialDirectory.freePorts(2 * PeerCluster.IDS.size());
        this.peers = ports.subList(0, PeerCluster.IDS.size());
        this.clients = ports.subList(PeerCluster.IDS.size(), ports.size());
    }

    static boolean isInstalled() {
        return Files.isExecutable(PROGRAM);
    }

    private static String url(List<Integer> ports, String id) {
        return "http://127.0.0.1:" + ports.get(PeerCluster.IDS.indexOf(id));
    }

    @Override
    public List<String> command(String id) {
        List<String> cluster = new ArrayList<>();
        PeerCluster.IDS.forEach(each -> cluster.add(each + "=" + url(peers, each)));
        return List.of(
                PROGRAM.toString(),
                "--name",
                id,
                "--data-dir",
                scene.path("etcd-" + id).toString(),
                "--listen-peer-urls",
                url(peers, id),
                "--initial-advertise-peer-urls",
                url(peers, id),
                "--listen-client-urls",
                url(clients, id),
                "--advertise-client-urls",
                url(clients, id),
                "--initial-cluster",
                String.join(",", cluster),
                "--initial-cluster-state",
                "new");
    }

    @Override
    public boolean leads(String id) {
        Map<String, @Nullable Object> status = status(id);
        return status.get("header") instanceof Map<?, ?> header
                && status.get("leader") != null
                && String.valueOf(status.get("leader")).equals(String.valueOf(header.get("member_id")));
    }

    @Override
    public boolean isEnabled(String id) {
        return status(id).get("leader") != null;
    }

    private Map<String, @Nullable Object> status(String id) {
        HttpRequest question = HttpRequest.newBuilder(URI.create(url(clients, id) + "/v3/maintenance/status"))
                .timeout(Duration.ofSeconds(2))
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        try {
            HttpResponse<String> answer = http.send(question, HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() == 200 ? Json.parseObject(answer.body()) : Map.of();
        } catch (IOException | JsonException notThere) {
            return Map.of();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Map.of();
        }
    }
}
