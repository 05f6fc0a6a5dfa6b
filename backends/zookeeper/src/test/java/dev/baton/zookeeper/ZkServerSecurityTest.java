package dev.baton.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.spi.StoreCheck;
import dev.baton.testkit.zookeeper.ZkServerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.Configuration;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS with client certificates, and SASL, with a server that demands them. */
class ZkServerSecurityTest {
    private static final String PASSWORD = "hunter2";

    @TempDir
    Path folder;

    private void openssl(String arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("openssl"));
        command.addAll(List.of(arguments.split(" ")));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    /** Returns a file with a certificate of the authority and its key. */
    private Path identity(String name) throws IOException, InterruptedException {
        openssl("req -newkey rsa:2048 -nodes -keyout " + name + ".key -out " + name + ".csr -subj /CN=" + name);
        openssl("x509 -req -in " + name + ".csr -CA ca.pem -CAkey ca.key -CAcreateserial -out " + name
                + ".crt -days 2 -extfile ext");
        return Files.writeString(
                folder.resolve(name + ".pem"),
                Files.readString(folder.resolve(name + ".key")) + Files.readString(folder.resolve(name + ".crt")));
    }

    private static void leads(String url) {
        try (Baton baton = Baton.connect(url)) {
            Candidate candidate = baton.election("safe")
                    .candidate(CandidateSettings.builder().instanceId("one").build());
            candidate.start();
            await().atMost(Duration.ofSeconds(60)).until(candidate::isLeader);
        }
    }

    private static List<StoreCheck> doctor(String url) {
        try (ZkBackend backend = ZkBackend.open(url, BatonClock.system())) {
            return backend.selfTest();
        }
    }

    /** Starts a server with TLS. */
    private ZkServerProcess startSecure(String clientAuth) throws IOException, InterruptedException {
        Files.writeString(
                folder.resolve("ext"),
                "subjectAltName=IP:127.0.0.1,DNS:localhost\nextendedKeyUsage=serverAuth,clientAuth\nbasicConstraints=CA:false\n");
        openssl("req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -subj /CN=ca -days 2");
        Map<String, String> settings = Map.of(
                "ssl.keyStore.location",
                identity("server").toString(),
                "ssl.keyStore.type",
                "PEM",
                "ssl.trustStore.location",
                authority().toString(),
                "ssl.trustStore.type",
                "PEM",
                "ssl.clientAuth",
                clientAuth);
        return ZkServerProcess.start(folder, "secureClientPort", settings, List.of());
    }

    private Path authority() {
        return folder.resolve("ca.pem");
    }

    @Test // API-6
    void leadsWithAClientCertificateAndNotWithoutOne() throws Exception {
        try (ZkServerProcess server = startSecure("need")) {
            Path ca = authority();
            String place = "zookeepers://" + server.address() + "/safe?session=5s&tls-ca=" + ca;
            String own = place + "&tls-identity=" + identity("client");
            leads(own);
            List<StoreCheck> checks = doctor(own);
            assertThat(checks).allMatch(StoreCheck::ok);
            assertThat(checks.get(0).detail()).contains("with TLS; version not known");
            assertThat(doctor(place)).hasSize(1).noneMatch(StoreCheck::ok);
            assertThat(doctor(own.replace("tls-ca=" + ca + "&", ""))).hasSize(1).noneMatch(StoreCheck::ok);
            Path other = identity("other");
            assertNodesAreClosed(server, certificate(other));
            assertThat(doctor(place + "&tls-identity=" + other))
                    .anyMatch(check -> !check.ok()
                            && check.detail().contains("NOAUTH")
                            && check.detail().contains("a tls-identity with the same subject"));
            leads(own);
        }
    }

    /** A server that does not ask for certificates knows nobody to whom nodes could belong. */
    @Test // API-6
    void certificateThatTheServerDoesNotAskForIsAnErrorWithTheCure() throws Exception {
        try (ZkServerProcess server = startSecure("none")) {
            String place = "zookeepers://" + server.address() + "/safe?session=5s&tls-ca=" + authority();
            assertThat(doctor(place + "&tls-identity=" + identity("client")))
                    .hasSize(1)
                    .allMatch(check -> !check.ok()
                            && check.detail().contains("INVALIDACL")
                            && check.detail().contains("ssl.clientAuth=need"));
            leads(place);
        }
    }

    private ZKClientConfig certificate(Path identity) {
        ZKClientConfig config = new ZKClientConfig();
        new ZkTls(Optional.of(authority()), Optional.of(identity)).apply(config);
        return config;
    }

    @Test // API-6
    void leadsWithSaslAndItsNodesAreClosedForOthers() throws Exception {
        Path jaas = Files.writeString(
                folder.resolve("jaas.conf"),
                "Server { org.apache.zookeeper.server.auth.DigestLoginModule required user_baton=\"" + PASSWORD
                        + "\"; };");
        Map<String, String> settings =
                Map.of("authProvider.1", "org.apache.zookeeper.server.auth.SASLAuthenticationProvider");
        Configuration before = Configuration.getConfiguration();
        Configuration.setConfiguration(new ClientSections());
        try (ZkServerProcess server = ZkServerProcess.start(
                folder, "clientPort", settings, List.of("-Djava.security.auth.login.config=" + jaas))) {
            String place = "zookeeper://" + server.address() + "/safe?session=5s";
            leads(place + "&sasl=Baton");
            assertThat(doctor(place + "&sasl=Baton")).allMatch(StoreCheck::ok);
            assertThat(doctor(place + "&sasl=Wrong"))
                    .hasSize(1)
                    .noneMatch(StoreCheck::ok)
                    .noneMatch(check -> check.detail().contains("guess"));
            // Without sasl the sections are not used, although they are there.
            assertThat(doctor(place))
                    .anyMatch(check -> !check.ok() && check.detail().contains("NOAUTH"));
            assertNodesAreClosed(server, new ZKClientConfig());
        } finally {
            Configuration.setConfiguration(before);
        }
    }

    private static void assertNodesAreClosed(ZkServerProcess server, ZKClientConfig config) throws Exception {
        ZooKeeper other = new ZooKeeper(server.address(), 5_000, event -> {}, config);
        try {
            for (String path : new String[] {"/safe", "/safe/.baton/epoch/safe", "/safe/safe"}) {
                boolean refused = false;
                try {
                    other.setData(path, new byte[0], -1);
                } catch (KeeperException.NoAuthException closed) {
                    refused = true;
                }
                assertThat(refused).as(path).isTrue();
            }
        } finally {
            other.close();
        }
    }

    /** The JAAS configuration of this JVM. */
    private static final class ClientSections extends Configuration {
        @Override
        public AppConfigurationEntry[] getAppConfigurationEntry(String section) {
            Map<String, String> passwords = Map.of("Baton", PASSWORD, "Wrong", "guess");
            if (!passwords.containsKey(section)) {
                return new AppConfigurationEntry[0];
            }
            return new AppConfigurationEntry[] {
                new AppConfigurationEntry(
                        "org.apache.zookeeper.server.auth.DigestLoginModule",
                        AppConfigurationEntry.LoginModuleControlFlag.REQUIRED,
                        Map.of("username", "baton", "password", passwords.get(section)))
            };
        }
    }
}
