package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.FreePort;
import dev.baton.testkit.postgres.TestServers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Duplicate ids, and a change of the number of shards with a frozen owner, by real processes on several stores. */
class ShardStoresTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(90);
    private static final int KEYS = 60;

    /** Locks every key of its shard while it lives, and reports a key that another process has locked. */
    private static final String SCRIPT = "for key in $(cat keys-$COUNT-$BATON_SHARD); do exec {lock}> lock-$key;"
            + " flock -n $lock || echo $key $BATON_LEADER_ID >> overlaps; done;"
            + " echo $BATON_LEADER_ID > worked-$COUNT-$BATON_SHARD; exec sleep 600";

    @TempDir
    Path directory;

    /** A store that all processes of a test share. */
    private enum SharedStore {
        LEASE_SQLITE,
        LEASE_POSTGRES,
        POSTGRES;

        String url(Path directory) {
            return switch (this) {
                case LEASE_SQLITE -> "lease:sqlite:" + directory.resolve("lease.db");
                case LEASE_POSTGRES -> "lease:" + postgres();
                case POSTGRES -> postgres();
            };
        }

        private static String postgres() {
            return TestServers.newest().url("postgres", TestServers.newest().newDatabase());
        }
    }

    @ParameterizedTest // LEASE-11
    @EnumSource(SharedStore.class)
    void laterOfTwoInstancesUnderOneIdIsRefusedAndNamesBoth(SharedStore store) throws Exception {
        String url = store.url(directory);
        try (BatonProcess first = start(url, "same", 3)) {
            await().atMost(TIMEOUT).until(() -> worked(3, "same") == 3);
            try (BatonProcess second = start(url, "same", 3)) {
                await().atMost(TIMEOUT).until(() -> !second.isAlive());
                assertThat(second.exitCode()).isEqualTo(2);
                assertThat(second.err())
                        .contains(
                                "instance id same is used by two live replicas of the shards orders",
                                "pid" + first.pid(),
                                "pid" + second.pid(),
                                "Give each its own id");
            }
            assertThat(first.isAlive()).isTrue();
        }
        assertThat(directory.resolve("overlaps")).doesNotExist();
    }

    @ParameterizedTest // LEASE-11
    @EnumSource(SharedStore.class)
    void changeOfTheNumberWaitsForAFrozenOwnerAndNoKeyIsWorkedOnTwice(SharedStore store) throws Exception {
        String url = store.url(directory);
        try (BatonProcess frozen = start(url, "frozen", 4);
                BatonProcess running = start(url, "running", 4)) {
            await().atMost(TIMEOUT).until(() -> worked(4, "frozen") == 2 && worked(4, "running") == 2);
            frozen.signal("STOP");
            try (BatonProcess resize =
                    BatonProcess.start(directory, "shards", "orders", "--resize", "7", "--wait", "80s", "--on", url)) {
                await().atMost(TIMEOUT).until(() -> !resize.isAlive());
                assertThat(resize.exitCode()).as(resize.err()).isZero();
                assertThat(resize.out()).contains("draining 4 shards", "orders has 7 shards now");
            }
            await().atMost(TIMEOUT).until(() -> !running.isAlive());
            assertThat(running.exitCode()).isEqualTo(2);
            try (BatonProcess next = start(url, "next", 7)) {
                await().atMost(TIMEOUT).until(() -> worked(7, "next") == 7);
                frozen.signal("CONT");
                await().atMost(TIMEOUT).until(() -> !frozen.isAlive());
                assertThat(frozen.exitCode()).isEqualTo(2);
                assertThat(frozen.err()).contains("orders has 7 shards, but this instance has 4");
                assertThat(next.isAlive()).isTrue();
            }
        }
        assertThat(directory.resolve("overlaps")).doesNotExist();
    }

    @Test // LEASE-11
    void secondMemberUnderOneIdOfAQuorumDoesNotStart() throws Exception {
        Files.writeString(directory.resolve("key"), "a key for this test only");
        String url = "quorum://one@127.0.0.1:" + FreePort.next() + "?state=" + directory.resolve("state") + "&key-file="
                + directory.resolve("key") + "&heartbeat=200ms&lease=2s";
        try (BatonProcess first = start(url, "one", 3)) {
            await().atMost(TIMEOUT).until(() -> worked(3, "one") == 3);
            try (BatonProcess second = start(url, "one", 3)) {
                await().atMost(TIMEOUT).until(() -> !second.isAlive());
                assertThat(second.exitCode()).isNotZero();
                assertThat(second.err()).isNotBlank();
            }
            assertThat(first.isAlive()).isTrue();
        }
        assertThat(directory.resolve("overlaps")).doesNotExist();
    }

    private BatonProcess start(String url, String id, int count) throws IOException {
        for (int shard = 0; shard < count; shard++) {
            Files.writeString(directory.resolve("keys-" + count + "-" + shard), String.join("\n", keys(shard, count)));
        }
        List<String> words = new ArrayList<>(List.of("shards", "orders", "--count", "" + count, "--on", url));
        if (!url.startsWith("quorum:")) {
            words.addAll(List.of("--id", id));
        }
        String script = "cd " + directory + "; COUNT=" + count + "; " + SCRIPT;
        words.addAll(List.of("--stop-grace", "1s", "--", "bash", "-c", script));
        return BatonProcess.start(directory, words.toArray(String[]::new));
    }

    private static List<String> keys(int shard, int count) {
        return IntStream.range(0, KEYS)
                .mapToObj(number -> "key-" + number)
                .filter(key -> shardOf(key, count) == shard)
                .toList();
    }

    /** The shard of a key, as {@code Shards.shardOf} computes it. */
    private static int shardOf(String key, int count) {
        CRC32 sum = new CRC32();
        sum.update(key.getBytes(StandardCharsets.UTF_8));
        return (int) (sum.getValue() % count);
    }

    /** Returns the number of shards that an instance was the last one to begin. */
    private long worked(int count, String id) {
        return IntStream.range(0, count)
                .mapToObj(shard -> directory.resolve("worked-" + count + "-" + shard))
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
