package dev.baton.quorum.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.spi.Backend;
import dev.baton.testkit.GroupContractStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker that requires TLS and a password. */
class SecureBrokerTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    static Path folder;

    private static Mosquitto broker;

    @BeforeAll
    static void start() {
        broker = new Mosquitto(SecureBrokerTest::settings);
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static String settings(Path own) {
        try {
            certificate("ours", "IP:127.0.0.1");
            certificate("theirs", "IP:127.0.0.1");
            Files.writeString(folder.resolve("key"), "a secret cluster key\n");
            Files.writeString(folder.resolve("password"), "secret\n");
            Files.writeString(folder.resolve("wrong"), "other\n");
            run("mosquitto_passwd", "-b", "-c", own.resolve("users").toString(), "me", "secret");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return "allow_anonymous false\npassword_file " + own.resolve("users") + "\ncertfile "
                + folder.resolve("ours.pem") + "\nkeyfile " + folder.resolve("ours.key") + "\n";
    }

    private static void certificate(String name, String host) throws IOException {
        run(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:prime256v1",
                "-nodes",
                "-days",
                "30",
                "-subj",
                "/CN=" + name,
                "-addext",
                "subjectAltName=" + host,
                "-keyout",
                folder.resolve(name + ".key").toString(),
                "-out",
                folder.resolve(name + ".pem").toString());
    }

    private static void run(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.onExit().join().exitValue()).as(output).isZero();
    }

    private static String url(String host, String id, String password, String authorities) {
        return "mqtts://" + host + ":" + broker.port() + "/swarm?self=" + id + "&members=n1,n2,n3&state="
                + folder.resolve(host + password + authorities + id) + "&key-file=" + folder.resolve("key")
                + "&heartbeat=200ms&lease=2s&user=me&password-file=" + folder.resolve(password) + "&tls-ca="
                + folder.resolve(authorities + ".pem");
    }

    @Test // QUORUM-8
    void electsLeaderThroughBrokerWithTlsAndLogin() throws Exception {
        try (Baton one = Baton.connect(url("127.0.0.1", "n1", "password", "ours"));
                Baton two = Baton.connect(url("127.0.0.1", "n2", "password", "ours"));
                Baton three = Baton.connect(url("127.0.0.1", "n3", "password", "ours"))) {
            GroupContractStore.awaitVoting(List.of(one.backend(), two.backend(), three.backend()));
            Candidate candidate = two.candidate("job");
            candidate.start();
            assertThat(candidate.awaitLeadership(SOON)).isPresent();
            String observerUrl = url("127.0.0.1", "n1", "password", "ours").replaceAll("self=[^&]*&|&state=[^&]*", "");
            try (Baton observer = Baton.connect(observerUrl)) {
                await().atMost(SOON)
                        .until(() -> observer.election("job").leader().isPresent());
            }
        }
    }

    @Test // QUORUM-8
    void refusesWrongPasswordUntrustedCertificateAndOtherHostName() throws IOException {
        assertRefused("127.0.0.1", "wrong", "ours", "not authorised");
        // The certificate of the broker is not trusted, or is for another host name.
        assertRefused("127.0.0.1", "password", "theirs", "error");
        assertRefused("localhost", "password", "ours", "error");
    }

    /** Checks that a member cannot connect and that the broker logs this reason. */
    private static void assertRefused(String host, String password, String authorities, String reason)
            throws IOException {
        Path log = broker.directory().resolve("log");
        long before = Files.size(log);
        try (Backend member =
                new MqttBackendProvider().open(url(host, "n1", password, authorities), BatonClock.system())) {
            await().atMost(SOON).until(() -> logSince(log, before).contains(reason));
            assertThat(member.selfTest())
                    .filteredOn(check -> check.name().equals("majority"))
                    .noneMatch(check -> check.ok());
        }
    }

    private static String logSince(Path log, long from) throws IOException {
        byte[] bytes = Files.readAllBytes(log);
        return new String(bytes, (int) from, bytes.length - (int) from, StandardCharsets.UTF_8);
    }
}
