package dev.baton.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Leadership;
import dev.baton.LeadershipLostException;
import dev.baton.fence.Fence;
import dev.baton.fence.StaleEpochException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Updates of a Kubernetes object that only the current leader can make. */
abstract class KubernetesFenceContract {
    private final KubernetesContractStore store = openStore();
    private final Path kubeconfig = store.server.kubeconfigFile(store.server.port());
    private final GuardedReport report = GuardedReport.open(kubeconfig, store.namespace);

    abstract KubernetesContractStore openStore();

    @BeforeEach
    void create() {
        report.create();
    }

    @AfterEach
    void close() {
        report.close();
        store.close();
    }

    private static Candidate started(Baton baton, String id) {
        Candidate candidate = baton.election("fenced")
                .candidate(CandidateSettings.builder().instanceId(id).build());
        candidate.start();
        return candidate;
    }

    private static Leadership awaitLeadership(Candidate candidate) {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> candidate.leadership().filter(Leadership::isValid).isPresent());
        return candidate.leadership().orElseThrow();
    }

    @Test // FENCE-1
    void updateOfAFrozenFormerLeaderIsRefused() throws Exception {
        Process writer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx96m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KubernetesFencedWriterMain.class.getName(),
                        store.url(),
                        kubeconfig.toString(),
                        store.namespace)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (Baton baton = Baton.connect(store.url())) {
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8));
            assertThat(lines.readLine()).isEqualTo("prepared");
            assertThat(order(writer, lines)).isEqualTo("written");
            signal(writer, "STOP");
            Leadership next = awaitLeadership(started(baton, "next"));
            assertThat(report.send(report.prepare(next))).isTrue();
            signal(writer, "CONT");
            assertThat(order(writer, lines)).isEqualTo("refused");
            assertThat(report.data()).containsEntry("writer", "next");
        } finally {
            writer.destroyForcibly();
        }
    }

    private static String order(Process writer, BufferedReader lines) throws IOException {
        writer.getOutputStream().write('\n');
        writer.getOutputStream().flush();
        return lines.readLine();
    }

    private static void signal(Process process, String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    @Test // FENCE-1
    void leaseThatAnotherProgramTookIsARefusal() {
        try (Baton baton = Baton.connect(store.url("30s"))) {
            Leadership leadership = awaitLeadership(started(baton, "leader"));
            store.proxy.refuse();
            store.edit("fenced", lease -> lease.withSpec(Map.of("holderIdentity", "native", "leaseTransitions", 99L)));
            assertThatThrownBy(() -> report.prepare(leadership)).isInstanceOf(StaleEpochException.class);
        }
    }

    @Test // FENCE-1
    void leadershipThatEndedIsRefusedBeforeAnythingIsCompared() {
        try (Baton baton = Baton.connect(store.url())) {
            Candidate leader = started(baton, "leader");
            Leadership ended = awaitLeadership(leader);
            leader.close();
            assertThatThrownBy(() -> Fence.byKubernetes().annotations(ended, Map.of(), "{}"))
                    .isInstanceOf(LeadershipLostException.class);
        }
    }
}
