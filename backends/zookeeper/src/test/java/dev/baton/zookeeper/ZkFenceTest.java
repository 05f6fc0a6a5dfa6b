package dev.baton.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Leadership;
import dev.baton.LeadershipLostException;
import dev.baton.fence.Fence;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Writes to ZooKeeper that only the current leader can make. */
class ZkFenceTest {
    private final ZkContractStore store = new ZkContractStore(1);

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
        store.put("/written", "");
        Process writer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ZkFencedWriterMain.class.getName(),
                        store.url(),
                        store.ensemble.addresses())
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
            store.put("/written", "");
            signal(writer, "CONT");
            assertThat(write(writer, lines)).isEqualTo("refused");
            ZkRequests requests = store.requests();
            assertThat(requests.get(requests.read("/written")).orElseThrow().text())
                    .isEmpty();
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
    void leadershipThatEndedIsRefusedBeforeAnythingIsSent() {
        try (Baton baton = Baton.connect(store.url())) {
            Candidate leader = started(baton, "leader");
            await().until(leader::isLeader);
            Leadership ended = leader.leadership().orElseThrow();
            assertThat(Fence.byZooKeeper(ZkContractStore.ROOT).conditions(ended))
                    .hasSize(2);
            leader.close();
            assertThatThrownBy(() -> Fence.byZooKeeper(ZkContractStore.ROOT).conditions(ended))
                    .isInstanceOf(LeadershipLostException.class);
        }
    }
}
