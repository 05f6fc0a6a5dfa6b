package dev.baton.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Leadership;
import dev.baton.LeadershipLostException;
import dev.baton.fence.Fence;
import dev.baton.testkit.MemoryStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Writes to etcd that only the current leader can make. */
class EtcdFenceTest {
    private final EtcdContractStore store = new EtcdContractStore(1);

    @AfterEach
    void close() {
        store.close();
    }

    private static Candidate started(Baton baton, String id) {
        Candidate candidate = baton.election("fenced")
                .candidate(CandidateSettings.builder().instanceId(id).build());
        candidate.start();
        return candidate;
    }

    @Test // FENCE-1
    void writeOfAFrozenFormerLeaderIsRefused() throws Exception {
        String endpoint = "http://127.0.0.1:" + store.cluster.members().get(0).port();
        Process writer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FencedWriterMain.class.getName(),
                        store.url(),
                        endpoint,
                        EtcdContractStore.PREFIX)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (Baton baton = Baton.connect(store.url())) {
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8));
            assertThat(lines.readLine()).isEqualTo("ready");
            assertThat(write(writer, lines)).isEqualTo("written");
            Candidate next = started(baton, "next");
            signal(writer, "STOP");
            await().atMost(Duration.ofSeconds(30)).until(next::isLeader);
            store.delete("written");
            signal(writer, "CONT");
            assertThat(write(writer, lines)).isEqualTo("refused");
            assertThat(store.cluster.etcdctl("get", "written")).isEmpty();
        } finally {
            writer.destroyForcibly();
        }
    }

    private static String write(Process writer, BufferedReader lines) throws IOException {
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
    void leadershipThatEndedOrIsNotOnEtcdIsRefusedBeforeAnythingIsSent() {
        try (Baton baton = Baton.connect(store.url());
                Baton memory = Baton.builder()
                        .backend(clock -> new MemoryStore().open(clock))
                        .connect()) {
            Candidate leader = started(baton, "leader");
            await().until(leader::isLeader);
            Leadership ended = leader.leadership().orElseThrow();
            assertThat(Fence.byEtcd(EtcdContractStore.PREFIX).conditions(ended)).hasSize(3);
            leader.close();
            assertThatThrownBy(() -> Fence.byEtcd(EtcdContractStore.PREFIX).conditions(ended))
                    .isInstanceOf(LeadershipLostException.class);
            Candidate other = started(memory, "other");
            await().until(other::isLeader);
            Leadership elsewhere = other.leadership().orElseThrow();
            assertThatThrownBy(() -> Fence.byEtcd(EtcdContractStore.PREFIX).conditions(elsewhere))
                    .hasMessageContaining("is not one on etcd");
        }
    }
}
