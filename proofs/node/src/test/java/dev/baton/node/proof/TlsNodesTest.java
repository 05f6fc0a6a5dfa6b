package dev.baton.node.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ConnectionException;
import dev.baton.node.client.ControllerClient;
import dev.baton.node.client.TrustedCertificates;
import dev.baton.node.proof.BatonCommand.Output;
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
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes with HTTPS and real certificates, their workers, and the commands for users. */
class TlsNodesTest {
    @TempDir
    static Path directory;

    private static Certificates certificates;
    private static Path token;
    private static NodeProcess a;
    private static NodeProcess b;

    @BeforeAll
    static void startNodes() throws IOException {
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

    private static String urlOf(NodeProcess node) {
        return "https://127.0.0.1:" + node.port();
    }

    private static Output baton(Path authority, String... args) {
        return BatonCommand.run(
                directory, Map.of("BATON_TOKEN_FILE", token.toString(), "BATON_TLS_CA", authority.toString()), args);
    }

    private static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what).atMost(Duration.ofSeconds(45)).until(condition);
    }

    /** Returns a client that trusts this CA; if empty, the trust store of the JVM. */
    private static ControllerClient newClient(Optional<Path> authority, NodeProcess node) {
        return new ControllerClient(
                List.of(urlOf(node)), Optional.of("Bearer very-s3cret"), authority.map(TrustedCertificates::in));
    }

    @Test // NODE-5, NODE-10
    void usersAndWorkersReachTheLeaderOverTlsThroughAnyNode() throws InterruptedException {
        ControllerClient client = newClient(Optional.of(certificates.authority()), a);
        // Both nodes respond, and the standby names the leader with an https URL.
        for (NodeProcess node : List.of(a, b)) {
            await(
                    "a leader",
                    () -> client.readFrom(urlOf(node), "/role").text("leader_url").stream()
                            .anyMatch(leader -> leader.startsWith("https://")));
        }
        for (NodeProcess node : List.of(a, b)) {
            Output created = baton(
                    certificates.authority(),
                    "jobs",
                    "submit",
                    "hello",
                    "--node",
                    urlOf(node),
                    "--json",
                    "--",
                    "sh",
                    "-c",
                    "echo hi");
            assertThat(created.code()).as(created.err()).isZero();
            String id = String.valueOf(Json.parseObject(created.out()).get("id"));
            await(
                    "the job succeeded",
                    () -> client.read("/v1/jobs/" + id, Duration.ofSeconds(15))
                            .text("state")
                            .equals(Optional.of("succeeded")));
        }
        Output roles = baton(certificates.authority(), "role", "--all", "--node", urlOf(a) + "," + urlOf(b));
        assertThat(roles.code()).as(roles.err()).isZero();
        assertThat(roles.out()).contains("LEADER").contains("STANDBY");
        assertThat(a.log() + b.log()).doesNotContain("very-s3cret").doesNotContain(Certificates.PASSWORD);
    }

    @Test // NODE-5
    void refusesNodeWithUntrustedCertificate() throws IOException {
        Certificates others = new Certificates(Files.createDirectory(directory.resolve("others")));
        for (Optional<Path> authority : List.of(Optional.of(others.authority()), Optional.<Path>empty())) {
            ControllerClient untrusting = newClient(authority, a);
            eventually(() -> assertThatThrownBy(
                            () -> untrusting.write("POST", "/v1/jobs", Map.of("name", "x"), Map.of(), Duration.ZERO))
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining("is not trusted")
                    .hasMessageContaining("--tls-ca"));
        }
        eventually(() -> {
            Output role = baton(others.authority(), "role", "--json", "--node", urlOf(a));
            assertThat(role.code()).isEqualTo(3);
            assertThat(role.out()).contains("trusted");
        });
        assertThat(Cluster.send("GET", "http://127.0.0.1:" + a.port() + "/role", "")
                        .isOk())
                .isFalse();
    }

    @Test // NODE-5
    void consoleWatchesOnlyNodesWithTrustedCertificate() throws IOException {
        assertThat(consoleNodes(certificates.authority(), "reached=true")).contains(urlOf(a));
        Certificates others = new Certificates(Files.createDirectory(directory.resolve("unknown")));
        assertThat(consoleNodes(others.authority(), "trusted")).contains("reached=false");
    }

    /** Starts a console that trusts this CA and returns its nodes as soon as they contain the text. */
    private static String consoleNodes(Path authority, String text) throws IOException {
        List<String> words = NodeProcess.java(directory, "dev.baton.cli.Main");
        words.addAll(List.of("console", "--listen", "127.0.0.1:0", "--on", urlOf(a), "--tls-ca", authority.toString()));
        words.addAll(List.of(
                "--history",
                Files.createTempDirectory(directory, "console").resolve("c.db").toString()));
        Process console = new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader output = console.inputReader()) {
            String url = output.readLine().replace("console at ", "").replaceAll("/$", "");
            await(
                    "the console shows " + text,
                    () -> Cluster.send("GET", url + "/api/console", "")
                            .text("nodes")
                            .contains(text));
            return Cluster.send("GET", url + "/api/console", "").text("nodes");
        } finally {
            console.destroy();
        }
    }

    @Test // NODE-5
    void refusesCertificateForAnotherHost() {
        Path elsewhere = certificates.keystore("elsewhere", "DNS:elsewhere.example");
        try (NodeProcess other = start("c", elsewhere, certificates.passwordFile())) {
            await("the node listens", () -> other.log().contains("controller_listening"));
            eventually(() -> assertThatThrownBy(() -> newClient(Optional.of(certificates.authority()), other)
                            .read("/role", Duration.ZERO))
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining("is not trusted"));
        }
    }

    /** Retries: on a busy machine a handshake may time out before the certificate is checked. */
    private static void eventually(ThrowingRunnable refusal) {
        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(refusal);
    }

    @Test // NODE-5
    void nodeExitsWithAnErrorIfItsKeystoreCannotBeOpened() throws IOException {
        Path wrong = Files.writeString(directory.resolve("wrong"), "not-the-passw0rd\n");
        try (NodeProcess node = start("d", certificates.keystore("d", "IP:127.0.0.1"), wrong)) {
            assertThat(node.exitCode()).isEqualTo(2);
            assertThat(node.log())
                    .contains("d.p12")
                    .contains("password was incorrect")
                    .doesNotContain("not-the-passw0rd")
                    .doesNotContain("\tat ");
        }
        Output bad = baton(wrong, "role", "--node", urlOf(a));
        assertThat(bad.code()).isEqualTo(2);
        assertThat(bad.err()).contains(wrong.toString());
    }
}
