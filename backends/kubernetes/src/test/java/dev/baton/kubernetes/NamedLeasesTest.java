package dev.baton.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.LeaderInfo;
import dev.baton.kubernetes.api.ScriptedApiServer;
import dev.baton.kubernetes.api.ScriptedApiServer.Received;
import dev.baton.kubernetes.api.ScriptedApiServer.Reply;
import dev.baton.spi.LeaderWatcher;
import dev.baton.testkit.kubernetes.KubeTestServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A user who may only use the Lease of one election. */
class NamedLeasesTest {
    private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
    private static final String LIST = "{\"metadata\":{\"resourceVersion\":\"8\"},\"items\":[{\"metadata\":"
            + "{\"name\":\"nightly\",\"uid\":\"u\",\"resourceVersion\":\"7\"},\"spec\":{\"holderIdentity\":\"native\"}}]}";

    private static Reply answer(Received request, String allowed) {
        return request.target().contains(allowed) && !request.target().contains("watch=true")
                ? Reply.of(200, allowed.startsWith("?") ? LIST : LIST.replaceAll("^.*\"items\":\\[|]}$", ""))
                : Reply.of(403, "{\"message\":\"forbidden\"}");
    }

    private static List<String> leadersWith(String allowed, List<String> targets) throws Exception {
        List<String> leaders = new CopyOnWriteArrayList<>();
        try (ScriptedApiServer server = new ScriptedApiServer(request -> answer(request, allowed))) {
            Path kubeconfig = KubeTestServer.write(server.kubeconfig("secret"));
            try (KubernetesBackend backend = KubernetesBackend.open(
                    "kubernetes:default?ttl=60s&kubeconfig=" + kubeconfig, BatonClock.system())) {
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
                Awaitility.await().until(() -> !leaders.isEmpty());
            }
            server.requests().forEach(request -> targets.add(request.target()));
        }
        return leaders;
    }

    @Test // API-1
    void leaseIsListedAndWatchedByItsName() throws Exception {
        List<String> targets = new CopyOnWriteArrayList<>();
        assertThat(leadersWith("?fieldSelector=metadata.name%3Dnightly", targets))
                .containsExactly("native");
        assertThat(targets.get(0)).contains("labelSelector");
        assertThat(targets.get(1)).isEqualTo(LEASES + "?fieldSelector=metadata.name%3Dnightly");
    }

    @Test // API-1
    void leaseIsReadIfItMayNotBeListed() throws Exception {
        List<String> targets = new CopyOnWriteArrayList<>();
        assertThat(leadersWith("/leases/nightly", targets)).containsExactly("native");
        assertThat(targets).contains(LEASES + "/nightly");
    }
}
