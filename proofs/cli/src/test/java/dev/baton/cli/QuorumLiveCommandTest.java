package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code baton run} on a quorum whose leader is killed while its command survives. */
// API-3: no process of a former leader's command runs beside its successor's
class QuorumLiveCommandTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(40);

    @TempDir
    Path directory;

    private Path beats;
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final Map<String, BatonProcess> members = new LinkedHashMap<>();

    @BeforeEach
    void prepare() throws IOException {
        beats = Files.createFile(directory.resolve("beats"));
        Files.writeString(directory.resolve("key"), "a key for this test only");
        for (String id : List.of("a", "b", "c")) {
            ports.put(id, FreePort.next());
        }
    }

    @AfterEach
    void stop() throws IOException {
        Files.writeString(directory.resolve("stop"), "");
        members.values().forEach(BatonProcess::close);
        await().atMost(TIMEOUT).until(() -> !Processes.anyAliveWith(beats.toString()));
    }

    private void startAll() {
        // The child ignores TERM, so that only the watchdog's KILL, or the end of the test, ends it.
        String script =
                "(trap '' TERM; while [ ! -e stop ]; do echo $BATON_LEADER_ID >>\"$0\"; sleep 0.02; done) & wait";
        for (String id : ports.keySet()) {
            members.put(
                    id,
                    BatonProcess.start(
                            directory,
                            "run",
                            "job",
                            "--on",
                            url(id),
                            "--stop-grace",
                            "2s",
                            "--leash",
                            "marker",
                            "--",
                            "sh",
                            "-c",
                            script.replace("stop ]", directory.resolve("stop") + " ]"),
                            beats.toString()));
        }
    }

    private String url(String id) {
        List<String> peers = new ArrayList<>();
        ports.forEach((peer, port) -> {
            if (!peer.equals(id)) {
                peers.add(peer + "@127.0.0.1:" + port);
            }
        });
        return "quorum://" + id + "@127.0.0.1:" + ports.get(id) + "?peers=" + String.join(",", peers) + "&state="
                + directory.resolve("state-" + id) + "&key-file=" + directory.resolve("key")
                + "&heartbeat=200ms&lease=6s";
    }

    private List<String> beats() {
        try {
            return Files.readString(beats).lines().toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private String awaitFirstBeat() {
        await().atMost(TIMEOUT).until(() -> !beats().isEmpty());
        return beats().get(0);
    }

    private void kill(String id) {
        Objects.requireNonNull(members.remove(id)).close();
    }

    private boolean isWaiting(BatonProcess member) {
        return member.err().contains("is still running as pid");
    }

    private long successorBeats(String former) {
        return beats().stream().filter(id -> !id.equals(former)).count();
    }

    /** Checks that no command of the former leader wrote after its successor began. */
    private void assertSuccessorBeganAfter(String former) {
        await().atMost(TIMEOUT).until(() -> successorBeats(former) > 30);
        List<String> all = beats();
        int first = all.indexOf(
                all.stream().filter(id -> !id.equals(former)).findFirst().orElseThrow());
        assertThat(all.subList(first, all.size())).doesNotContain(former);
    }

    /** In a control group: a watchdog that SIGSTOP has stopped is resumed when baton dies. */
    @Test
    void successorWaitsForACommandWhoseWatchdogIsFrozen() throws IOException {
        startAll();
        String former = awaitFirstBeat();
        try (Freezer freezer = Freezer.v2()) {
            freezer.freeze(Processes.withArguments("baton-watchdog", beats.toString()));
            kill(former);
            await().atMost(TIMEOUT)
                    .until(() -> successorBeats(former) > 0
                            || members.values().stream().anyMatch(this::isWaiting));
            int seen = beats().size();
            await().atMost(TIMEOUT).until(() -> beats().size() > seen + 50);
            assertThat(beats()).as("only the former command runs").containsOnly(former);
        }
        assertSuccessorBeganAfter(former);
    }

    @Test
    void successorWaitsUntilTheWatchdogHasKilledTheChildren() {
        startAll();
        String former = awaitFirstBeat();
        kill(former);
        assertSuccessorBeganAfter(former);
    }
}
