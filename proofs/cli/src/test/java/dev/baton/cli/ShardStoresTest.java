package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.FreePort;
import dev.baton.testkit.etcd.EtcdTestCluster;
import dev.baton.testkit.kubernetes.SimulatedKubeServer;
import dev.baton.testkit.mariadb.MariadbTestServer;
import dev.baton.testkit.postgres.TestServers;
import dev.baton.testkit.zookeeper.ZkTestEnsemble;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
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

    private final List<AutoCloseable> servers = new ArrayList<>();

    @AfterEach
    void stopServers() throws Exception {
        for (AutoCloseable server : servers) {
            server.close();
        }
    }

    /** A store that all processes of a test share. */
    private enum SharedStore {
        LEASE_SQLITE,
        LEASE_POSTGRES,
        LEASE_MARIADB,
        POSTGRES,
        ETCD,
        ZOOKEEPER,
        KUBERNETES,
        FILE
    }

    private String url(SharedStore store) {
        return switch (store) {
            case LEASE_SQLITE -> "lease:sqlite:" + directory.resolve("lease.db");
            case LEASE_POSTGRES -> "lease:" + postgres();
            case LEASE_MARIADB ->
                "lease:"
                        + MariadbTestServer.shared()
                                .url("mariadb", MariadbTestServer.shared().newDatabase());
            case POSTGRES -> postgres();
            case ETCD -> {
                EtcdTestCluster etcd = EtcdTestCluster.start(1);
                servers.add(etcd);
                yield "etcd://" + etcd.addresses() + "/elections";
            }
            case ZOOKEEPER -> {
                ZkTestEnsemble zooKeeper = ZkTestEnsemble.start(1);
                servers.add(zooKeeper);
                yield "zookeeper://" + zooKeeper.addresses() + "/elections";
            }
            case KUBERNETES -> {
                SimulatedKubeServer kube = new SimulatedKubeServer();
                servers.add(kube);
                yield "kubernetes:" + kube.newNamespace() + "?ttl=6s&kubeconfig=" + kube.kubeconfigFile(kube.port());
            }
            case FILE -> "file:" + directory.resolve("store");
        };
    }

    private static String postgres() {
        return TestServers.newest().url("postgres", TestServers.newest().newDatabase());
    }

    @ParameterizedTest // LEASE-11
    @EnumSource(SharedStore.class)
    void laterOfTwoInstancesUnderOneIdIsRefusedAndNamesBoth(SharedStore store) throws Exception {
        String url = url(store);
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
    @EnumSource(value = SharedStore.class, mode = EnumSource.Mode.EXCLUDE, names = "FILE")
    void changeOfTheNumberWaitsForAFrozenOwnerAndNoKeyIsWorkedOnTwice(SharedStore store) throws Exception {
        String url = url(store);
        try (BatonProcess frozen = start(url, "frozen", 4);
                BatonProcess running = start(url, "running", 4)) {
            await().atMost(TIMEOUT).until(() -> worked(4, "frozen") == 2 && worked(4, "running") == 2);
            if (store == SharedStore.LEASE_SQLITE) {
                Processes.freezeOutsideLock(frozen.pid(), directory.resolve("lease.db"));
            } else {
                frozen.signal("STOP");
            }
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
        assertSecondMemberDoesNotStart("quorum://one@127.0.0.1:" + FreePort.next() + "?" + member());
    }

    @Test // LEASE-11
    void secondMemberUnderOneIdOfAGroupOverMqttDoesNotStart() throws Exception {
        int port = FreePort.next();
        Path settings = Files.writeString(
                directory.resolve("mosquitto.conf"),
                "user root\nlistener " + port + " 127.0.0.1\npersistence false\nallow_anonymous true\n");
        Process broker = new ProcessBuilder("mosquitto", "-c", settings.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("mosquitto.log").toFile())
                .start();
        servers.add(() -> broker.destroyForcibly().waitFor());
        Files.writeString(directory.resolve("key"), "a key for this test only");
        assertSecondMemberDoesNotStart("mqtt://127.0.0.1:" + port + "/shards?self=one&members=one&" + member());
    }

    private String member() {
        return "state=" + directory.resolve("state") + "&key-file=" + directory.resolve("key")
                + "&heartbeat=200ms&lease=2s";
    }

    private void assertSecondMemberDoesNotStart(String url) throws Exception {
        try (BatonProcess first = start(url, "one", 3)) {
            await().atMost(TIMEOUT).until(() -> worked(3, "one") == 3);
            try (BatonProcess second = start(url, "one", 3)) {
                await().atMost(TIMEOUT).until(() -> !second.isAlive());
                assertThat(second.exitCode()).as(second.err()).isEqualTo(3);
                assertThat(second.err()).contains("cannot start member one");
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
        if (!url.startsWith("quorum:") && !url.startsWith("mqtt:")) {
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
