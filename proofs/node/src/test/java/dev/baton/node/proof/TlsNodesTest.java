package dev.baton.node.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ConnectionException;
import dev.baton.node.client.ControllerClient;
import dev.baton.node.client.TrustedCertificates;
import dev.baton.node.proof.BatonCommand.Said;
import dev.baton.support.json.Json;
import dev.baton.testkit.FreePort;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that serve https with real certificates, their workers, and the commands for people. */
class TlsNodesTest {
    @TempDir
    static Path directory;

    private static Certificates certificates;
    private static Path token;
    private static NodeProcess a;
    private static NodeProcess b;

    @BeforeAll
    static void twoNodes() throws IOException {
        certificates = new Certificates(Files.createDirectory(directory.resolve("tls")));
        token = Files.writeString(directory.resolve("token"), "very-s3cret\n");
        a = start("a", certificates.keystore("a", "IP:127.0.0.1"), certificates.passwordFile());
        b = start("b", certificates.keystore("b", "IP:127.0.0.1"), certificates.passwordFile());
    }

    private static NodeProcess start(String id, Path keystore, Path password) {
        return NodeProcess.start(
                directory,
                id,
                FreePort.next(),
                "--data-dir",
                directory.resolve("data").toString(),
                "--worker",
                "--tls-keystore",
                keystore.toString(),
                "--tls-password-file",
                password.toString(),
                "--tls-ca",
                certificates.authority().toString(),
                "--token-file",
                token.toString());
    }

    @AfterAll
    static void close() {
        a.close();
        b.close();
    }

    private static String url(NodeProcess node) {
        return "https://127.0.0.1:" + node.port();
    }

    private static Said baton(Path authority, String... args) {
        return BatonCommand.run(
                directory, Map.of("BATON_TOKEN_FILE", token.toString(), "BATON_TLS_CA", authority.toString()), args);
    }

    private static void await(String what, java.util.concurrent.Callable<Boolean> condition) {
        Awaitility.await(what).atMost(Duration.ofSeconds(45)).until(condition);
    }

    /** A client that believes this authority; empty: those that Java brings. */
    private static ControllerClient client(Optional<Path> authority, NodeProcess node) {
        return new ControllerClient(
                List.of(url(node)), Optional.of("Bearer very-s3cret"), authority.map(TrustedCertificates::in));
    }

    @Test // NODE-5, NODE-10
    void peopleAndWorkersReachALeaderOverTlsThroughAnyNode() throws InterruptedException {
        ControllerClient known = client(Optional.of(certificates.authority()), a);
        // Both answer, and the one that does not lead names the other with https.
        for (NodeProcess node : List.of(a, b)) {
            await(
                    "a leader",
                    () -> known.readFrom(url(node), "/role").text("leader_url").stream()
                            .anyMatch(leader -> leader.startsWith("https://")));
        }
        for (NodeProcess node : List.of(a, b)) {
            Said made = baton(
                    certificates.authority(),
                    "jobs",
                    "submit",
                    "hello",
                    "--node",
                    url(node),
                    "--json",
                    "--",
                    "sh",
                    "-c",
                    "echo hi");
            assertThat(made.code()).as(made.err()).isZero();
            String id = String.valueOf(Json.parseObject(made.out()).get("id"));
            await(
                    "its worker has done it",
                    () -> known.read("/v1/jobs/" + id, Duration.ofSeconds(15))
                            .text("state")
                            .equals(Optional.of("succeeded")));
        }
        Said roles = baton(certificates.authority(), "role", "--all", "--node", url(a) + "," + url(b));
        assertThat(roles.code()).as(roles.err()).isZero();
        assertThat(roles.out()).contains("LEADER").contains("STANDBY");
        assertThat(a.log() + b.log()).doesNotContain("very-s3cret").doesNotContain(Certificates.PASSWORD);
    }

    @Test // NODE-5
    void aNodeWhoseCertificateIsNotBelievedGetsNoRequest() throws IOException {
        Certificates others = new Certificates(Files.createDirectory(directory.resolve("others")));
        for (Optional<Path> authority : List.of(Optional.of(others.authority()), Optional.<Path>empty())) {
            ControllerClient stranger = client(authority, a);
            sooner(() -> assertThatThrownBy(
                            () -> stranger.write("POST", "/v1/jobs", Map.of("name", "x"), Map.of(), Duration.ZERO))
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining("cannot be trusted")
                    .hasMessageContaining("--tls-ca"));
        }
        sooner(() -> {
            Said role = baton(others.authority(), "role", "--json", "--node", url(a));
            assertThat(role.code()).isEqualTo(1);
            assertThat(role.out()).contains("cannot be trusted");
        });
        assertThat(Cluster.send("GET", "http://127.0.0.1:" + a.port() + "/role", "")
                        .isOk())
                .isFalse();
    }

    @Test // NODE-5
    void theConsoleWatchesANodeItBelieves() throws IOException {
        assertThat(watched(certificates.authority(), "reached=true")).contains(url(a));
        Certificates others = new Certificates(Files.createDirectory(directory.resolve("unknown")));
        assertThat(watched(others.authority(), "cannot be trusted")).contains("reached=false");
    }

    /** What a console that believes this authority says of its first node, once it says this. */
    private static String watched(Path authority, String awaited) throws IOException {
        List<String> words = NodeProcess.java(directory, "dev.baton.cli.Main");
        words.addAll(List.of("console", "--listen", "127.0.0.1:0", "--on", url(a), "--tls-ca", authority.toString()));
        words.addAll(List.of(
                "--history",
                Files.createTempDirectory(directory, "console").resolve("c.db").toString()));
        Process console = new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader said = console.inputReader()) {
            String at = said.readLine().replace("console at ", "").replaceAll("/$", "");
            await(
                    "the console says " + awaited,
                    () -> Cluster.send("GET", at + "/api/console", "")
                            .text("nodes")
                            .contains(awaited));
            return Cluster.send("GET", at + "/api/console", "").text("nodes");
        } finally {
            console.destroy();
        }
    }

    @Test // NODE-5
    void aCertificateForAnotherHostIsRefused() {
        Path elsewhere = certificates.keystore("elsewhere", "DNS:elsewhere.example");
        try (NodeProcess other = start("c", elsewhere, certificates.passwordFile())) {
            await("it listens", () -> other.log().contains("controller_listening"));
            sooner(() -> assertThatThrownBy(() ->
                            client(Optional.of(certificates.authority()), other).read("/role", Duration.ZERO))
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining("cannot be trusted"));
        }
    }

    /** Sooner or later: on a crowded machine a handshake may not end in time, which says nothing of trust. */
    private static void sooner(ThrowingRunnable refusal) {
        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(refusal);
    }

    @Test // NODE-5
    void aKeystoreThatCannotBeOpenedIsSaidAndEndsTheNode() throws IOException {
        Path wrong = Files.writeString(directory.resolve("wrong"), "not-the-passw0rd\n");
        try (NodeProcess node = start("d", certificates.keystore("d", "IP:127.0.0.1"), wrong)) {
            assertThat(node.exitCode()).isEqualTo(2);
            assertThat(node.log())
                    .contains("d.p12")
                    .contains("password was incorrect")
                    .doesNotContain("not-the-passw0rd")
                    .doesNotContain("\tat ");
        }
        Said bad = baton(wrong, "role", "--node", url(a));
        assertThat(bad.code()).isEqualTo(2);
        assertThat(bad.err()).contains(wrong.toString());
    }
}
