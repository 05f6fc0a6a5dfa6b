package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A change of the number of shards in a group whose members are the instances themselves, while one of them is frozen: the
 * others have to stay as voters, and the one that comes back must not work by the old number.
 */
class ShardGroupsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(90);
    private static final List<String> MEMBERS = List.of("one", "two", "three");

    @TempDir
    Path directory;

    private final List<AutoCloseable> opened = new ArrayList<>();

    @BeforeEach
    void writeKey() throws IOException {
        Files.writeString(directory.resolve("key"), "a key for this test only");
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : opened) {
            one.close();
        }
    }

    @Test // LEASE-11
    void changeInAQuorumEndsAndAFrozenMemberDoesNotWorkByTheOldNumberAfterIt() {
        Map<String, String> addresses = new HashMap<>();
        MEMBERS.forEach(id -> addresses.put(id, id + "@127.0.0.1:" + FreePort.next()));
        Map<String, String> urls = new HashMap<>();
        MEMBERS.forEach(id -> {
            List<String> peers = MEMBERS.stream()
                    .filter(peer -> !peer.equals(id))
                    .map(addresses::get)
                    .toList();
            urls.put(id, "quorum://" + addresses.get(id) + "?peers=" + String.join(",", peers) + "&" + state(id));
        });
        changeWithAFrozenMember(urls);
    }

    @Test // LEASE-11
    void changeInAGroupOverMqttEndsAndAFrozenMemberDoesNotWorkByTheOldNumberAfterIt() throws Exception {
        int port = FreePort.next();
        Path settings = Files.writeString(
                directory.resolve("mosquitto.conf"),
                "user root\nlistener " + port + " 127.0.0.1\npersistence false\nallow_anonymous true\n");
        Process broker = new ProcessBuilder("mosquitto", "-c", settings.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("mosquitto.log").toFile())
                .start();
        opened.add(() -> broker.destroyForcibly().waitFor());
        Map<String, String> urls = new HashMap<>();
        MEMBERS.forEach(id -> urls.put(
                id,
                "mqtt://127.0.0.1:" + port + "/shards?self=" + id + "&members=" + String.join(",", MEMBERS) + "&"
                        + state(id)));
        changeWithAFrozenMember(urls);
    }

    private String state(String id) {
        return "state=" + directory.resolve("state-" + id) + "&key-file=" + directory.resolve("key")
                + "&heartbeat=200ms&lease=2s";
    }

    private void changeWithAFrozenMember(Map<String, String> urls) {
        BatonProcess frozen = start(urls, "one", 4);
        BatonProcess staying = start(urls, "two", 4);
        BatonProcess leaving = start(urls, "three", 4);
        await().atMost(TIMEOUT).until(() -> owned(4, "one") > 0 && owned(4, "two") > 0 && owned(4, "three") > 0);
        // The change is made under the name of a member, so this one makes room.
        leaving.signal("TERM");
        assertThat(leaving.exitCode()).isZero();
        await().atMost(TIMEOUT).until(() -> owned(4, "one") == 2 && owned(4, "two") == 2);
        frozen.signal("STOP");
        try (BatonProcess resize = BatonProcess.start(
                directory, "shards", "orders", "--resize", "7", "--wait", "80s", "--on", url(urls, "three"))) {
            await().atMost(TIMEOUT).until(() -> !resize.isAlive());
            assertThat(resize.exitCode()).as(resize.err()).isZero();
            assertThat(resize.out()).contains("draining 4 shards", "orders has 7 shards now");
        }
        await().atMost(TIMEOUT).until(() -> !staying.isAlive());
        assertThat(staying.exitCode()).isEqualTo(2);
        assertThat(staying.err()).contains("from 4 to 7", "stays a member of the group until the change is complete");
        start(urls, "two", 7);
        start(urls, "three", 7);
        await().atMost(TIMEOUT).until(() -> owned(7, "two") + owned(7, "three") == 7);
        frozen.signal("CONT");
        await().atMost(TIMEOUT).until(() -> !frozen.isAlive());
        assertThat(frozen.exitCode()).as(frozen.err()).isEqualTo(2);
        // What it reads first depends on what it had received before it was frozen.
        assertThat(frozen.err()).containsAnyOf("orders has 7 shards, but this instance has 4", "from 4 to 7");
        assertThat(directory.resolve("overlaps")).doesNotExist();
    }

    private static String url(Map<String, String> urls, String id) {
        return Objects.requireNonNull(urls.get(id));
    }

    /** Locks every key of the shard while it lives, and reports a key that another process has locked. */
    private BatonProcess start(Map<String, String> urls, String id, int count) {
        String script = "cd " + directory + "; for key in $(seq 0 59); do [ $((key % " + count
                + ")) = $BATON_SHARD ] || continue; exec {lock}> lock-$key;"
                + " flock -n $lock || echo $key $BATON_LEADER_ID >> overlaps; done;"
                + " echo $BATON_LEADER_ID > owner-" + count + "-$BATON_SHARD; exec sleep 600";
        BatonProcess process = BatonProcess.start(
                directory,
                "shards",
                "orders",
                "--count",
                "" + count,
                "--on",
                url(urls, id),
                "--stop-grace",
                "500ms",
                "--",
                "bash",
                "-c",
                script);
        opened.add(0, process);
        return process;
    }

    /** Returns the number of shards that a member was the last one to begin. */
    private long owned(int count, String id) {
        return IntStream.range(0, count)
                .mapToObj(shard -> directory.resolve("owner-" + count + "-" + shard))
                .filter(file -> id.equals(text(file)))
                .count();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException notYet) {
            return "";
        }
    }
}
