package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.baton.testkit.etcd.EtcdTestCluster;
import dev.baton.testkit.kubernetes.KubeTestServer;
import dev.baton.testkit.kubernetes.SimulatedKubeServer;
import dev.baton.testkit.zookeeper.ZkTestEnsemble;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Passwords and tokens of the engines appear in no output, even if everything is logged. */
class EngineSecretsTest {
    private static final String RIGHT = "s3cret-of-the-test";
    private static final String WRONG = "wr0ng-of-the-test";
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    @TempDir
    Path directory;

    private BatonProcess run(String url, Map<String, String> variables) {
        return BatonProcess.start(directory, variables, "run", "seen", "--on", url, "--id", "one", "--json", "-vvv");
    }

    /** Returns the text in all forms in which a program of the engines sends it. */
    private static List<String> forms(String secret) {
        return List.of(
                secret,
                encoded(secret.getBytes(StandardCharsets.UTF_8)),
                encoded(("baton:" + secret).getBytes(StandardCharsets.UTF_8)),
                digest("baton:" + secret));
    }

    private static String encoded(byte[] bytes) {
        return Base64.getEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String digest(String text) {
        try {
            return encoded(MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException absent) {
            throw new IllegalStateException(absent);
        }
    }

    private void assertLeadsInSilence(String url, Map<String, String> variables) throws IOException {
        try (BatonProcess baton = run(url, variables)) {
            await("it leads").atMost(TIMEOUT).until(() -> baton.has("acquired"));
            // Libraries log as well, so the level is in force.
            assertThat(baton.err()).contains("DEBUG");
            assertThat(Files.readString(Path.of("/proc", Long.toString(baton.pid()), "cmdline")))
                    .doesNotContain(forms(RIGHT));
            baton.signal("TERM");
            baton.exitCode();
            assertThat(baton.out() + baton.err()).doesNotContain(forms(RIGHT));
        }
    }

    private void assertIsRefusedInSilence(String url, Map<String, String> variables, String refusal) {
        try (BatonProcess baton = run(url, variables)) {
            await("the refusal is logged")
                    .atMost(TIMEOUT)
                    .until(() -> baton.err().contains(refusal));
            baton.signal("TERM");
            baton.exitCode();
            assertThat(baton.has("acquired")).isFalse();
            assertThat(baton.out() + baton.err()).doesNotContain(forms(WRONG));
        }
    }

    @Test // API-6, PG-10
    void etcdPasswordIsNotLogged() throws Exception {
        try (EtcdTestCluster cluster = EtcdTestCluster.start(1)) {
            cluster.etcdctl("user", "add", "root:r");
            cluster.etcdctl("user", "add", "baton:" + RIGHT);
            cluster.etcdctl("role", "add", "elections");
            cluster.etcdctl("role", "grant-permission", "elections", "readwrite", "--prefix=true", "elections/");
            cluster.etcdctl("user", "grant-role", "root", "root");
            cluster.etcdctl("user", "grant-role", "baton", "elections");
            cluster.etcdctl("auth", "enable");
            String url = "etcd://" + cluster.addresses() + "/elections?ttl=10s&user=baton";
            assertLeadsInSilence(url, Map.of("BATON_ETCD_PASSWORD", RIGHT));
            Path file = Files.writeString(directory.resolve("password"), WRONG + "\n");
            assertIsRefusedInSilence(url + "&password-file=" + file, Map.of(), "authentication failed");
        }
    }

    @Test // API-6, PG-10
    void zooKeeperPasswordIsNotLogged() throws Exception {
        try (ZkTestEnsemble ensemble = ZkTestEnsemble.start(1)) {
            String url = "zookeeper://" + ensemble.addresses() + "/elections?session=8s&user=baton";
            assertLeadsInSilence(url, Map.of("BATON_ZOOKEEPER_PASSWORD", RIGHT));
            Path file = Files.writeString(directory.resolve("password"), WRONG + "\n");
            assertIsRefusedInSilence(url + "&password-file=" + file, Map.of(), "NOAUTH");
        }
    }

    @Test // API-6, PG-10
    void kubernetesTokenIsNotLogged() throws Exception {
        try (SimulatedKubeServer server = new SimulatedKubeServer()) {
            assertLeadsInSilence(kubernetes(server.port(), RIGHT), Map.of());
        }
        // The simulated server accepts every token.
        HttpServer refusing = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        refusing.createContext("/", exchange -> {
            byte[] body =
                    "{\"kind\":\"Status\",\"message\":\"Unauthorized\",\"code\":401}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(401, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        refusing.start();
        try {
            assertIsRefusedInSilence(kubernetes(refusing.getAddress().getPort(), WRONG), Map.of(), "401");
        } finally {
            refusing.stop(0);
        }
    }

    private static String kubernetes(int port, String token) {
        Path kubeconfig = KubeTestServer.write(KubeTestServer.text("server: http://127.0.0.1:" + port, token));
        return "kubernetes:default?ttl=6s&kubeconfig=" + kubeconfig;
    }
}
