package dev.baton.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.BatonClock;
import dev.baton.LeaderInfo;
import dev.baton.kubernetes.api.ScriptedWatchServer;
import dev.baton.spi.LeaderWatcher;
import dev.baton.testkit.kubernetes.KubeTestServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** A watch whose version the server no longer has. */
class LostWatchTest {
    private static String lease(int version, String holder) {
        return "{\"kind\":\"Lease\",\"metadata\":{\"name\":\"nightly\",\"uid\":\"u\",\"resourceVersion\":\"" + version
                + "\",\"labels\":{\"baton.dev/kind\":\"election\"}},\"spec\":{\"holderIdentity\":\"" + holder + "\"}}";
    }

    private static String listing(int version, String lease) {
        return "{\"metadata\":{\"resourceVersion\":\"" + version + "\"},\"items\":[" + lease + "]}";
    }

    private static String event(String type, String object) {
        return "{\"type\":\"" + type + "\",\"object\":" + object + "}";
    }

    /** The next poll is minutes away, and the connections stay open: only the event shows that the watch has ended. */
    @Test // API-1
    void errorEventIsFollowedByAListAndAWatchFromIt() throws Exception {
        String gone = "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\",\"code\":410,"
                + "\"reason\":\"Expired\",\"message\":\"too old resource version: 8 (12)\"}";
        List<String> leaders = new CopyOnWriteArrayList<>();
        try (ScriptedWatchServer server = new ScriptedWatchServer(
                List.of(listing(8, lease(7, "first")), listing(12, lease(11, "second"))),
                List.of(event("ERROR", gone), event("MODIFIED", lease(13, "third"))))) {
            Path kubeconfig = KubeTestServer.write(server.kubeconfig());
            try (KubernetesBackend backend = KubernetesBackend.open(
                    "kubernetes:default?ttl=600s&kubeconfig=" + kubeconfig, BatonClock.system())) {
                backend.watch("nightly", new LeaderWatcher() {
                    @Override
                    public void leaderChanged(Optional<LeaderInfo> leader) {
                        leader.map(LeaderInfo::instanceId).ifPresent(leaders::add);
                    }

                    @Override
                    public void confirmed() {}

                    @Override
                    public void failed(Throwable cause) {}
                });
                await("the event of the second watch")
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> leaders.contains("third"));
            }
            assertThat(leaders).containsExactly("first", "second", "third");
            assertThat(server.watched()).hasSize(2);
            assertThat(server.watched().get(0)).contains("resourceVersion=8&");
            assertThat(server.watched().get(1)).contains("resourceVersion=12&");
        }
    }
}
