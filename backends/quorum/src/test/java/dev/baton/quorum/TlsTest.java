package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.spi.Backend;
import dev.baton.testkit.GroupContractStore;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members with TLS. */
class TlsTest {
    private static final String PASSWORD = "changed it";

    @TempDir
    static Path certificates;

    @BeforeAll
    static void makeCertificates() throws Exception {
        Files.writeString(certificates.resolve("password"), PASSWORD + "\n");
        for (String who : List.of("ours", "theirs")) {
            keytool(
                    "-genkeypair",
                    "-alias",
                    who,
                    "-keyalg",
                    "EC",
                    "-dname",
                    "CN=" + who,
                    "-ext",
                    "bc=ca:true",
                    "-validity",
                    "30",
                    "-storetype",
                    "PKCS12",
                    "-keystore",
                    store(who),
                    "-storepass",
                    PASSWORD);
        }
        // One self-signed certificate, both as the presented and as the trusted one.
        KeyStore ours = load("ours");
        String certificate = pem("CERTIFICATE", ours.getCertificate("ours").getEncoded());
        Files.writeString(certificates.resolve("cert.pem"), certificate);
        Files.writeString(
                certificates.resolve("key.pem"),
                pem("PRIVATE KEY", ours.getKey("ours", PASSWORD.toCharArray()).getEncoded()));
        keytool(
                "-importcert",
                "-noprompt",
                "-alias",
                "ca",
                "-file",
                certificates.resolve("cert.pem").toString(),
                "-keystore",
                store("ours"),
                "-storepass",
                PASSWORD);
    }

    private static String store(String who) {
        return certificates.resolve(who + ".p12").toString();
    }

    private static KeyStore load(String who) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(Path.of(store(who)))) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }

    private static String pem(String what, byte[] bytes) {
        return "-----BEGIN " + what + "-----\n" + Base64.getMimeEncoder().encodeToString(bytes) + "\n-----END " + what
                + "-----\n";
    }

    private static void keytool(String... words) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private static String keystore(String who) {
        return "&tls-keystore=" + store(who) + "&tls-password-file=" + certificates.resolve("password");
    }

    private static String pemFiles() {
        return "&tls-cert=" + certificates.resolve("cert.pem") + "&tls-key=" + certificates.resolve("key.pem")
                + "&tls-ca=" + certificates.resolve("cert.pem");
    }

    @Test // QUORUM-8
    void electsLeaderOverTlsWithKeystoreAndPemFiles() throws Exception {
        try (TestGroup group = new TestGroup(3, "&heartbeat=200ms&lease=2s", false);
                Baton one = Baton.connect(group.url("n1") + keystore("ours"));
                Baton two = Baton.connect(group.url("n2") + pemFiles());
                Baton three = Baton.connect(group.url("n3") + pemFiles())) {
            GroupContractStore.awaitVoting(List.of(one.backend(), two.backend(), three.backend()));
            Candidate candidate = two.candidate("job");
            candidate.start();
            assertThat(candidate.awaitLeadership(Duration.ofSeconds(30))).isPresent();
            try (Baton observer = Baton.connect(group.observerUrl("n1") + pemFiles())) {
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> observer.election("job").leader().isPresent());
            }
            assertThat(answerTo(group.port("n1"), "BTN1")).as("a TLS alert").startsWith(21);
            try (Baton plain = Baton.connect(group.observerUrl("n1"))) {
                assertThatThrownBy(() -> plain.election("job").leader())
                        .hasMessageContaining("n1: the member requires TLS: add the tls- parameters to the URL");
            }
        }
    }

    /** Returns the first byte of the response to a connection without TLS; 21 is the type of a TLS alert. */
    private static byte[] answerTo(int port, String greeting) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(("\0\40" + greeting).getBytes(StandardCharsets.US_ASCII));
            return socket.getInputStream().readNBytes(1);
        }
    }

    @Test // QUORUM-8, QUORUM-12
    void rejectsAndCountsMembersWithoutTlsOrWithUntrustedCertificates() {
        try (TestGroup group = new TestGroup(3, "&heartbeat=200ms&lease=2s", false);
                Backend member =
                        new QuorumBackendProvider().open(group.url("n1") + keystore("ours"), BatonClock.system());
                Backend plain = group.open("n2", BatonClock.system());
                Backend foreign =
                        new QuorumBackendProvider().open(group.url("n3") + keystore("theirs"), BatonClock.system())) {
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> ((QuorumBackend) member).rejected().getOrDefault("unauthenticated", 0L) >= 2);
            for (Backend each : List.of(member, plain, foreign)) {
                assertThat(each.selfTest())
                        .filteredOn(check -> check.name().equals("majority"))
                        .noneMatch(check -> check.ok());
            }
        }
    }

    @Test // QUORUM-8
    void refusesIncompleteOrUnreadableTlsFiles() throws IOException {
        String url = "quorum://a@127.0.0.1:1?state=s&key-file="
                + Files.writeString(certificates.resolve("k"), "k".repeat(32));
        assertThatThrownBy(() -> QuorumUrl.parse(url + "&tls-cert=x"))
                .hasMessageContaining("tls-cert, tls-key, tls-ca");
        assertThatThrownBy(() -> QuorumUrl.parse(url + keystore("ours") + pemFiles()))
                .hasMessageContaining("either a keystore or PEM files");
        assertThatThrownBy(() -> new QuorumBackendProvider().open(url + keystore("missing"), BatonClock.system()))
                .hasMessageContaining("cannot set up TLS with");
        Path old = certificates.resolve("old.pem");
        Files.writeString(old, "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n");
        String files = pemFiles().replace(certificates.resolve("key.pem").toString(), old.toString());
        assertThatThrownBy(() -> new QuorumBackendProvider().open(url + files, BatonClock.system()))
                .hasMessageContaining("openssl pkcs8");
    }
}
