package dev.baton.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.spi.StoreCheck;
import dev.baton.testkit.etcd.EtcdTestCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS with client certificates, and users. */
class EtcdSecurityTest {
    private static final String PASSWORD = "s3cret:word";

    @TempDir
    Path folder;

    private void openssl(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("openssl"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    /** A certificate for servers and clients: the gateway inside etcd is a client of its own member. */
    private void makeCertificates() throws IOException, InterruptedException {
        Files.writeString(
                folder.resolve("ext"),
                "subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\nbasicConstraints=CA:false\n");
        openssl(
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-keyout",
                "ca.key",
                "-out",
                "ca.pem",
                "-subj",
                "/CN=ca",
                "-days",
                "2");
        openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", "own.key", "-out", "own.csr", "-subj", "/CN=own");
        openssl(
                "x509",
                "-req",
                "-in",
                "own.csr",
                "-CA",
                "ca.pem",
                "-CAkey",
                "ca.key",
                "-CAcreateserial",
                "-out",
                "own.pem",
                "-days",
                "2",
                "-extfile",
                "ext");
    }

    private static void leads(String url) {
        try (Baton baton = Baton.connect(url)) {
            Candidate candidate = baton.election("safe")
                    .candidate(CandidateSettings.builder().instanceId("one").build());
            candidate.start();
            await().atMost(Duration.ofSeconds(20)).until(candidate::isLeader);
            await().until(() -> baton.election("safe").leader().isPresent());
        }
    }

    private static List<StoreCheck> failed(String url) {
        try (EtcdBackend backend = EtcdBackend.open(url, BatonClock.system())) {
            return backend.selfTest().stream().filter(check -> !check.ok()).toList();
        }
    }

    @Test
    void leadsWithAClientCertificateAndNotWithoutOne() throws Exception {
        makeCertificates();
        List<String> options = List.of(
                "--cert-file=" + folder.resolve("own.pem"),
                "--key-file=" + folder.resolve("own.key"),
                "--trusted-ca-file=" + folder.resolve("ca.pem"),
                "--client-cert-auth");
        try (EtcdTestCluster cluster = EtcdTestCluster.start(1, "https", options)) {
            String place = "etcds://" + cluster.addresses() + "/safe?tls-ca=" + folder.resolve("ca.pem");
            String own = "&tls-cert=" + folder.resolve("own.pem") + "&tls-key=" + folder.resolve("own.key");
            assertThat(failed(place + own)).isEmpty();
            leads(place + own);
            assertThat(failed(place)).extracting(StoreCheck::name).containsExactly("connection");
        }
    }

    @Test
    void leadsAsAUserWithARoleOnThePrefixOnly() throws Exception {
        Path password = Files.writeString(folder.resolve("password"), PASSWORD + "\n");
        try (EtcdTestCluster cluster = EtcdTestCluster.start(1)) {
            cluster.etcdctl("user", "add", "root:r");
            cluster.etcdctl("user", "add", "baton:" + PASSWORD);
            cluster.etcdctl("role", "add", "elections");
            cluster.etcdctl("role", "grant-permission", "elections", "readwrite", "--prefix=true", "elections/");
            cluster.etcdctl("user", "grant-role", "root", "root");
            cluster.etcdctl("user", "grant-role", "baton", "elections");
            cluster.etcdctl("auth", "enable");
            String place = "etcd://" + cluster.addresses() + "/elections?ttl=10s";
            String user = "&user=baton&password-file=" + password;
            assertThat(failed(place + user)).isEmpty();
            leads(place + user);
            String other = "etcd://" + cluster.addresses() + "/elsewhere?ttl=10s" + user;
            assertThat(failed(other)).anyMatch(check -> check.detail().contains("permission"));
            assertThat(failed(other)).noneMatch(check -> check.detail().contains(PASSWORD));
            assertThat(failed(place)).isNotEmpty();
        }
    }
}
