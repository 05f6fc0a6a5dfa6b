package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.postgres.TestServers;
import dev.baton.testkit.zookeeper.ZkTestEnsemble;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shards with real processes: every command locks a file for its shard and writes its owner. */
class ShardsCommandTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int COUNT = 5;

    @TempDir
    Path directory;

    /** Locks the shard while it lives, and reports it if another process has the lock. */
    private static final String SCRIPT = "exec 8> lock-$BATON_SHARD; flock -n 8 || echo $BATON_SHARD >> overlaps;"
            + " echo $BATON_LEADER_ID $BATON_EPOCH $BATON_ELECTION > owner-$BATON_SHARD; exec sleep 600";

    @Test // LEASE-11
    void instancesShareShardsAndTakeOverOnAFileStore() {
        shareAndTakeOver("file:" + directory.resolve("baton"));
    }

    @Test // LEASE-11
    void instancesShareShardsAndTakeOverOnALeaseStore() {
        shareAndTakeOver("lease:sqlite:" + directory.resolve("lease.db"));
    }

    @Test // LEASE-11
    void instancesShareShardsAndTakeOverOnZooKeeper() {
        try (ZkTestEnsemble ensemble = ZkTestEnsemble.start(1)) {
            shareAndTakeOver("zookeeper://" + ensemble.addresses() + "/elections");
        }
    }

    private void shareAndTakeOver(String url) {
        try (BatonProcess one = start(url, "one")) {
            await().atMost(TIMEOUT).until(() -> counts().equals(Map.of("one", COUNT)));
            Map<Integer, Long> before = epochs();
            try (BatonProcess two = start(url, "two")) {
                await().atMost(TIMEOUT).until(() -> counts().equals(Map.of("one", 3, "two", 2)));
                one.signal("KILL");
                await().atMost(TIMEOUT).until(() -> counts().equals(Map.of("two", COUNT)));
                assertThat(epochs())
                        .allSatisfy((shard, epoch) -> assertThat(epoch).isGreaterThan(before.getOrDefault(shard, 0L)));
                try (BatonProcess three = start(url, "three")) {
                    await().atMost(TIMEOUT).until(() -> counts().equals(Map.of("three", 3, "two", 2)));
                    two.signal("TERM");
                    assertThat(two.exitCode()).isZero();
                    await().atMost(TIMEOUT).until(() -> counts().equals(Map.of("three", COUNT)));
                    three.signal("TERM");
                    assertThat(three.exitCode()).isZero();
                }
            }
        }
        assertThat(directory.resolve("overlaps")).doesNotExist();
        // A killed process leaves the library of the SQLite driver, but never a leash.
        assertThat(BatonProcess.leftovers(directory))
                .noneMatch(file -> file.getFileName().toString().startsWith("baton-leash"));
    }

    @Test // LEASE-11
    void anotherCountOrTheSameIdIsRefusedAndResizeDrainsTheOldShardsFirst() {
        String url = "file:" + directory.resolve("baton");
        try (BatonProcess one = start(url, "one")) {
            await().atMost(TIMEOUT).until(() -> counts().equals(Map.of("one", COUNT)));
            try (BatonProcess other = BatonProcess.start(
                    directory, "shards", "orders", "--count", "3", "--on", url, "--id", "two", "--", "true")) {
                assertThat(other.exitCode()).isEqualTo(2);
                assertThat(other.err()).contains("orders has 5 shards", "baton shards orders --resize 3");
            }
            try (BatonProcess same = start(url, "one")) {
                assertThat(same.exitCode()).isEqualTo(2);
                assertThat(same.err()).contains("instance id one is used by two live replicas", "pid" + one.pid());
            }
            try (BatonProcess resize =
                    BatonProcess.start(directory, "shards", "orders", "--resize", "3", "--on", url)) {
                assertThat(resize.exitCode()).isZero();
                assertThat(resize.out()).contains("draining 5 shards", "orders has 3 shards now");
            }
            assertThat(one.exitCode()).isEqualTo(2);
        }
        try (BatonProcess three = BatonProcess.start(
                directory,
                "shards",
                "orders",
                "--count",
                "3",
                "--on",
                url,
                "--id",
                "three",
                "--",
                "sh",
                "-c",
                "cd " + directory + "; " + SCRIPT)) {
            await().atMost(TIMEOUT).until(() -> counts().equals(Map.of("three", 3, "one", 2)));
            three.signal("TERM");
            assertThat(three.exitCode()).isZero();
        }
        assertThat(directory.resolve("overlaps")).doesNotExist();
    }

    @Test // LEASE-11
    void heavierInstanceOwnsMoreShardsOnAPostgresStore() {
        String url = "lease:"
                + TestServers.newest().url("postgres", TestServers.newest().newDatabase());
        try (BatonProcess light = start(url, "light");
                BatonProcess heavy = start(url, "heavy", "--weight", "4")) {
            await().atMost(TIMEOUT).until(() -> counts().equals(Map.of("light", 1, "heavy", 4)));
            heavy.signal("KILL");
            await().atMost(TIMEOUT).until(() -> counts().equals(Map.of("light", COUNT)));
            light.signal("TERM");
            assertThat(light.exitCode()).isZero();
        }
        assertThat(directory.resolve("overlaps")).doesNotExist();
    }

    @Test // LEASE-11
    void explainsWrongUse() {
        assertThat(Cli.run("shards", "orders", "--", "true").code()).isEqualTo(2);
        assertThat(Cli.run("shards", "orders", "--count", "3").err()).contains("needs a command");
        assertThat(Cli.run("shards", "orders", "--count", "0", "--", "true").err())
                .contains("the number of shards must be 1 to 100000, but is 0");
        assertThat(Cli.run("shards", "orders", "--count", "3", "--weight", "-1", "--", "true")
                        .err())
                .contains("weight must be 0 to 100000, but is -1");
    }

    private BatonProcess start(String url, String id, String... more) {
        List<String> words =
                new ArrayList<>(List.of("shards", "orders", "--count", "" + COUNT, "--on", url, "--id", id));
        words.addAll(List.of("--stop-grace", "2s"));
        words.addAll(List.of(more));
        words.addAll(List.of("--", "sh", "-c", "cd " + directory + "; " + SCRIPT));
        return BatonProcess.start(directory, words.toArray(String[]::new));
    }

    private Map<String, Integer> counts() {
        Map<String, Integer> counts = new TreeMap<>();
        owners().values().forEach(owner -> counts.merge(owner.get(0), 1, Integer::sum));
        return counts;
    }

    private Map<Integer, Long> epochs() {
        Map<Integer, Long> epochs = new TreeMap<>();
        owners().forEach((shard, owner) -> epochs.put(shard, Long.parseLong(owner.get(1))));
        return epochs;
    }

    /** Returns the last owner of each shard: instance, epoch, election. */
    private Map<Integer, List<String>> owners() {
        Map<Integer, List<String>> owners = new TreeMap<>();
        for (int shard = 0; shard < COUNT; shard++) {
            Path file = directory.resolve("owner-" + shard);
            try {
                String line = Files.exists(file) ? Files.readString(file).trim() : "";
                if (!line.isEmpty()) {
                    List<String> words = List.of(line.split(" ", -1));
                    assertThat(words).hasSize(3).endsWith("orders:" + shard);
                    owners.put(shard, words);
                }
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
        return owners;
    }
}
