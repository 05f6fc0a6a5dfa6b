package dev.baton.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.spi.StoreCheck;
import dev.baton.testkit.zookeeper.ZkTestEnsemble;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user of the scheme digest, and the nodes that belong to it. */
class ZkSecurityTest {

    @Test // API-6
    void nodesOfAUserAreClosedForOthers(@TempDir Path folder) throws Exception {
        Path password = Files.writeString(folder.resolve("password"), "hunter2");
        try (ZkTestEnsemble ensemble = ZkTestEnsemble.start(1)) {
            String open = "zookeeper://" + ensemble.addresses() + "/secured?session=3s";
            try (Baton baton = Baton.connect(open + "&user=baton&password-file=" + password)) {
                Candidate candidate = baton.election("nightly")
                        .candidate(CandidateSettings.builder().instanceId("one").build());
                candidate.start();
                await().atMost(Duration.ofSeconds(30)).until(candidate::isLeader);
                assertThat(baton.backend().selfTest()).allMatch(StoreCheck::ok);
                // On a busy machine a server does not answer in time, and then the line says that it is not known.
                await().atMost(Duration.ofSeconds(30)).until(() -> {
                    List<StoreCheck> checks = baton.backend().selfTest();
                    return checks.get(0).detail().contains("without TLS; ZooKeeper 3.9.3")
                            && checks.get(1).detail().contains("grant sessions of at most 500 ms to 10000 ms");
                });
                ZooKeeper other = new ZooKeeper(ensemble.addresses(), 5_000, event -> {});
                try {
                    for (String path : new String[] {"/secured", "/secured/.baton/epoch/nightly", "/secured/nightly"}) {
                        assertThat(refused(other, path)).as(path).isTrue();
                    }
                } finally {
                    other.close();
                }
            }
            try (Baton stranger = Baton.connect(open)) {
                assertThat(stranger.backend().selfTest())
                        .anyMatch(check -> !check.ok() && check.detail().contains("NOAUTH"))
                        .noneMatch(check -> check.detail().contains("hunter2"));
            }
        }
    }

    private static boolean refused(ZooKeeper client, String path) throws Exception {
        try {
            client.setData(path, new byte[0], -1);
            return false;
        } catch (KeeperException.NoAuthException refused) {
            return true;
        }
    }
}
