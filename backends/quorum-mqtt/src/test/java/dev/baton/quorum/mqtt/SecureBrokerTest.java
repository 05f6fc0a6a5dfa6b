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

/** A broker that speaks TLS only, and lets in nobody without a password. */
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
            Files.writeString(folder.resolve("key"), "a key that nobody guesses\n");
            Files.writeString(folder.resolve("password"), "hush\n");
            Files.writeString(folder.resolve("wrong"), "shout\n");
            run("mosquitto_passwd", "-b", "-c", own.resolve("users").toString(), "me", "hush");
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
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.onExit().join().exitValue()).as(said).isZero();
    }

    private static String url(String host, String id, String password, String authorities) {
        return "mqtts://" + host + ":" + broker.port() + "/swarm?self=" + id + "&members=n1,n2,n3&state="
                + folder.resolve(host + password + authorities + id) + "&key-file=" + folder.resolve("key")
                + "&heartbeat=200ms&lease=2s&user=me&password-file=" + folder.resolve(password) + "&tls-ca="
                + folder.resolve(authorities + ".pem");
    }

    @Test // QUORUM-8
    void membersElectThroughABrokerThatWantsTlsAndALogin() throws Exception {
        try (Baton one = Baton.connect(url("127.0.0.1", "n1", "password", "ours"));
                Baton two = Baton.connect(url("127.0.0.1", "n2", "password", "ours"));
                Baton three = Baton.connect(url("127.0.0.1", "n3", "password", "ours"))) {
            GroupContractStore.awaitFounded(List.of(one.backend(), two.backend(), three.backend()));
            Candidate candidate = two.candidate("job");
            candidate.start();
            assertThat(candidate.awaitLeadership(SOON)).isPresent();
            String onlooker = url("127.0.0.1", "n1", "password", "ours").replaceAll("self=[^&]*&|&state=[^&]*", "");
            try (Baton observer = Baton.connect(onlooker)) {
                await().atMost(SOON)
                        .until(() -> observer.election("job").leader().isPresent());
            }
        }
    }

    @Test // QUORUM-8
    void aWrongPasswordAnUnknownAuthorityAndAnotherNameAreNotLetIn() throws IOException {
        isRefused("127.0.0.1", "wrong", "ours", "not authorised");
        // The broker's certificate was signed by somebody else, and is for another name.
        isRefused("127.0.0.1", "password", "theirs", "error");
        isRefused("localhost", "password", "ours", "error");
    }

    /** Somebody who tries to come in does not, and the broker says why. */
    private static void isRefused(String host, String password, String authorities, String why) throws IOException {
        Path log = broker.directory().resolve("log");
        long before = Files.size(log);
        try (Backend member =
                new MqttBackendProvider().open(url(host, "n1", password, authorities), BatonClock.system())) {
            await().atMost(SOON).until(() -> heard(log, before).contains(why));
            assertThat(member.selfTest())
                    .filteredOn(check -> check.name().equals("majority"))
                    .noneMatch(check -> check.ok());
        }
    }

    private static String heard(Path log, long from) throws IOException {
        byte[] bytes = Files.readAllBytes(log);
        return new String(bytes, (int) from, bytes.length - (int) from, StandardCharsets.UTF_8);
    }
}
