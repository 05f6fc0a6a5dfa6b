package dev.baton.lab.quorum;

import dev.baton.lab.TrialDirectory;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Servers of etcd with default settings, queried for their status over HTTP. */
public final class EtcdServers extends ServerCluster {
    private static final Path PROGRAM = Path.of("/usr/bin/etcd");
    private static final String PEER = "peer";
    private static final String CLIENT = "client";

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();

    public EtcdServers(TrialDirectory directory, PeerMachines machines) {
        super(directory, "etcd", machines);
    }

    public static boolean isInstalled() {
        return Files.isExecutable(PROGRAM);
    }

    @Override
    public String description() throws IOException {
        Process process = new ProcessBuilder(PROGRAM.toString(), "--version").start();
        try (BufferedReader lines = process.inputReader()) {
            return String.valueOf(lines.readLine()).replace(" Version:", "");
        }
    }

    private String url(String id, String purpose) {
        return "http://" + address(id) + ":" + port(id, purpose);
    }

    @Override
    List<String> command(String id) {
        String cluster = IDS.stream().map(each -> each + "=" + url(each, PEER)).collect(Collectors.joining(","));
        return List.of(
                PROGRAM.toString(),
                "--name=" + id,
                "--data-dir=" + path(id),
                "--listen-peer-urls=" + url(id, PEER),
                "--initial-advertise-peer-urls=" + url(id, PEER),
                "--listen-client-urls=" + url(id, CLIENT),
                "--advertise-client-urls=" + url(id, CLIENT),
                "--initial-cluster=" + cluster,
                "--initial-cluster-state=new");
    }

    @Override
    public boolean leads(String id) {
        Map<String, @Nullable Object> status = status(id);
        return status.get("header") instanceof Map<?, ?> header
                && status.get("leader") != null
                && String.valueOf(status.get("leader")).equals(String.valueOf(header.get("member_id")));
    }

    @Override
    public boolean isReady(String id) {
        return status(id).get("leader") != null;
    }

    private Map<String, @Nullable Object> status(String id) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url(id, CLIENT) + "/v3/maintenance/status"))
                .timeout(Duration.ofSeconds(2))
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        try {
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            return response.statusCode() == 200 ? Json.parseObject(response.body()) : Map.of();
        } catch (IOException | JsonException noStatus) {
            return Map.of();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Map.of();
        }
    }
}
