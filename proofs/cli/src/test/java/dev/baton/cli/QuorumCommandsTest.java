package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.support.json.Json;
import dev.baton.testkit.FreePort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on a quorum whose members are processes of their own. */
class QuorumCommandsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final Map<String, BatonProcess> members = new LinkedHashMap<>();
    private int metricsPort;

    @BeforeEach
    void startThree() throws IOException {
        Files.writeString(directory.resolve("key"), "a key for this test only");
        for (String id : List.of("a", "b", "c", "d", "metrics")) {
            ports.put(id, FreePort.next());
        }
        metricsPort = ports.getOrDefault("metrics", 0);
        start("a", "--metrics-port", Integer.toString(metricsPort));
        start("b");
        start("c");
        await().atMost(TIMEOUT).until(() -> !leader().isEmpty());
    }

    @AfterEach
    void stop() {
        members.values().forEach(BatonProcess::close);
    }

    private void start(String id, String... more) {
        List<String> words = new ArrayList<>(List.of("run", "job", "--on", url(id), "--json", "--stop-grace", "500ms"));
        words.addAll(List.of(more));
        members.put(id, BatonProcess.start(directory, words.toArray(new String[0])));
    }

    private String url(String id) {
        List<String> peers = new ArrayList<>();
        for (String peer : List.of("a", "b", "c")) {
            if (!peer.equals(id)) {
                peers.add(peer + "@127.0.0.1:" + ports.get(peer));
            }
        }
        return "quorum://" + id + "@127.0.0.1:" + ports.get(id) + "?peers=" + String.join(",", peers) + "&state="
                + directory.resolve("state-" + id) + "&key-file=" + directory.resolve("key")
                + "&heartbeat=200ms&lease=2s";
    }

    private String leader() {
        Cli status = Cli.run("status", "job", "--on", url("a"), "--json");
        if (status.code() != 0) {
            return "";
        }
        return Json.parseObject(status.out()).get("leader") instanceof Map<?, ?> leader
                ? String.valueOf(leader.get("instance_id"))
                : "";
    }

    @Test // QUORUM-9, API-8
    void observersCanUseStatusTransferDoctorHistoryAndMetrics() throws Exception {
        String target = leader().equals("b") ? "c" : "b"; // So that the metrics are those of a follower.
        await().atMost(TIMEOUT)
                .until(() -> Cli.run("transfer", "job", "--to", target, "--on", url("a"))
                                .code()
                        == 0);
        await().atMost(TIMEOUT).until(() -> leader().equals(target));
        assertThat(Cli.run("transfer", "job", "--to", "absent", "--on", url("b"))
                        .code())
                .isEqualTo(1);
        assertThat(Cli.run("history", "job", "--on", url("c")).out()).contains(target);
        Cli doctor = Cli.run("doctor", "--stop-grace", "500ms", "--on", url("b"));
        assertThat(doctor.code()).isZero();
        assertThat(doctor.out()).contains("accepts the key", "reaches 3 of 3 members");
        assertThat(metrics())
                .contains(
                        "baton_election_count_total{election=\"job\"} ",
                        "baton_convergence_time_ms{election=\"job\"} ",
                        "baton_current_state{election=\"job\",state=\"follower\"} 1",
                        "baton_last_leader_info{election=\"job\",leader_id=\"" + target + "\"} 1",
                        "baton_rejected_messages_total{cause=\"malformed\",election=\"job\"} 0");
        await("until the lease of the known leader ends")
                .atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(leaseRemainingMillis()).isPositive());
        assertThat(leaseRemainingMillis()).isLessThanOrEqualTo(2_000);
    }

    private double leaseRemainingMillis() throws IOException, InterruptedException {
        String name = "baton_lease_remaining_ms{election=\"job\"} ";
        return metrics()
                .lines()
                .filter(line -> line.startsWith(name))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
                .findFirst()
                .orElseThrow();
    }

    private String metrics() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + metricsPort + "/metrics"))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test // QUORUM-7
    void addsAndRemovesAMemberWhileTheOthersRun() {
        assertThat(Cli.run("quorum", "members", "--on", url("a")).out()).contains("a ", "b ", "c ");
        assertThat(Cli.run("quorum", "add", "d", "--on", url("a")).err()).contains("has not registered yet");
        start("d");
        await().atMost(TIMEOUT)
                .until(() -> Cli.run("quorum", "add", "d", "--on", url("a")).code() == 0);
        Cli four = Cli.run("quorum", "members", "--json", "--on", url("b"));
        await().atMost(TIMEOUT)
                .until(() -> Cli.run("quorum", "members", "--json", "--on", url("b"))
                        .out()
                        .contains("\"id\":\"d\""));
        assertThat(four.code()).isZero();
        await().atMost(TIMEOUT)
                .until(() -> Cli.run("quorum", "remove", "d", "--on", url("a")).code() == 0);
        assertThat(leader()).isNotEmpty();
    }

    @Test // QUORUM-4
    void refusesAnotherInstanceIdAndAWrongKey() throws IOException {
        Cli other = Cli.run("acquire", "job", "--on", url("d"), "--id", "other");
        assertThat(other.code()).isEqualTo(2);
        assertThat(other.err()).contains("the instance is the member, d");
        Files.writeString(directory.resolve("wrong"), "another key, long enough");
        Cli wrong = Cli.run("status", "job", "--on", url("a").replace("/key&", "/wrong&"));
        assertThat(wrong.code()).isEqualTo(3);
        Cli missing = Cli.run("status", "job", "--on", "quorum://?peers=a@127.0.0.1:1");
        assertThat(missing.code()).isEqualTo(2);
        assertThat(missing.err()).contains("key-file is missing");
    }
}
