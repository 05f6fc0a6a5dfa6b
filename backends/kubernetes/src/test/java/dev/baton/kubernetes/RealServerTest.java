package dev.baton.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.Tenure;
import dev.baton.TransferOutcome;
import dev.baton.spi.StoreCheck;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFields;
import dev.baton.testkit.kubernetes.KubeTestServer;
import dev.baton.testkit.kubernetes.RealKubeServer;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Permissions, the manifests of the guide, and candidates of other programs, on a real API server. */
@Tag("proof")
@Tag("kube-apiserver")
class RealServerTest {
    private static final int ROUNDS = 30;
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Path GUIDE = Path.of("../../docs/guide/kubernetes.md");
    private static final Pattern YAML = Pattern.compile("(?s)```yaml\n(.*?)```");

    private final RealKubeServer server = RealKubeServer.shared();

    private void create(String namespace, String yaml) {
        try (KubernetesClient admin = server.admin()) {
            admin.load(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)))
                    .inNamespace(namespace)
                    .create();
        }
    }

    private String url(String namespace, String token) {
        Path file = KubeTestServer.write(server.kubeconfig(server.port(), token));
        return "kubernetes:" + namespace + "?ttl=3s&kubeconfig=" + file;
    }

    private static List<StoreCheck> doctor(String url) {
        try (KubernetesBackend backend = KubernetesBackend.open(url, BatonClock.system())) {
            return backend.selfTest();
        }
    }

    @Test
    void serviceAccountOfTheGuideHasAllPermissions() throws Exception {
        String namespace = server.newNamespace();
        assertThat(applyManifests(namespace, "")).isEqualTo(5);
        assertSidecarContainer(namespace);
        assertThat(doctor(url(namespace, tokenOfTheServiceAccount(namespace))))
                .hasSize(4)
                .allMatch(StoreCheck::ok);
    }

    @Test // API-1
    void serviceAccountOfTheGuideIsEnoughToLeadTransferAndRelease() throws Exception {
        String namespace = server.newNamespace();
        assertThat(applyManifests(namespace, "kind: RoleBinding")).isEqualTo(1);
        String url = url(namespace, tokenOfTheServiceAccount(namespace));
        Awaitility.await("the role has effect").until(() -> doctor(url).stream().allMatch(StoreCheck::ok));
        try (Baton first = Baton.connect(url);
                Baton second = Baton.connect(url)) {
            Candidate one = candidate(first, "one");
            one.start();
            Awaitility.await().atMost(LIMIT).until(one::isLeader);
            Candidate two = candidate(second, "two");
            two.start();
            Awaitility.await("the roster has both")
                    .atMost(LIMIT)
                    .until(() -> first.election("nightly").roster().stream()
                            .map(InstanceStatus::instanceId)
                            .collect(Collectors.toSet())
                            .equals(Set.of("one", "two")));
            long epoch = one.leadership().orElseThrow().epoch();
            assertThat(second.election("nightly").transferTo("two")).isEqualTo(TransferOutcome.SENT);
            Awaitility.await("the transfer").atMost(LIMIT).until(two::isLeader);
            assertThat(two.leadership().orElseThrow().epoch()).isGreaterThan(epoch);
            two.close();
            Awaitility.await("the release").atMost(LIMIT).until(one::isLeader);
            assertThat(first.election("nightly").history())
                    .extracting(Tenure::instanceId)
                    .startsWith("one", "two");
            one.close();
        }
        try (KubernetesClient admin = server.admin()) {
            Awaitility.await("the entries of the roster are deleted")
                    .until(() -> admin.leases().inNamespace(namespace).list().getItems().stream()
                            .noneMatch(lease -> lease.getMetadata().getName().startsWith("baton-roster")));
            assertThat(admin.leases()
                            .inNamespace(namespace)
                            .withName("nightly")
                            .get()
                            .getSpec()
                            .getHolderIdentity())
                    .isEmpty();
        }
    }

    /** Applies the manifests of the guide that have this text, and returns how many these are. */
    private int applyManifests(String namespace, String text) throws IOException {
        Matcher blocks = YAML.matcher(Files.readString(GUIDE));
        int applied = 0;
        while (blocks.find()) {
            if (blocks.group(1).contains(text)) {
                create(namespace, blocks.group(1));
                applied++;
            }
        }
        return applied;
    }

    private String tokenOfTheServiceAccount(String namespace) {
        try (KubernetesClient admin = server.admin()) {
            String answer = admin.raw(
                    "/api/v1/namespaces/" + namespace + "/serviceaccounts/nightly/token",
                    "POST",
                    "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"TokenRequest\",\"spec\":{}}");
            return JsonFields.of("status", Json.parseObject(answer).get("status"))
                    .text("token");
        }
    }

    /** The server drops fields that it does not know. */
    private void assertSidecarContainer(String namespace) {
        try (KubernetesClient admin = server.admin()) {
            PodSpec pod = admin.apps()
                    .deployments()
                    .inNamespace(namespace)
                    .withName("nightly-with-sidecar")
                    .get()
                    .getSpec()
                    .getTemplate()
                    .getSpec();
            assertThat(pod.getTerminationGracePeriodSeconds()).isEqualTo(30);
            assertThat(pod.getContainers()).hasSize(2).last().satisfies(baton -> {
                assertThat(baton.getCommand()).contains("sidecar", "$(POD_NAME)");
                assertThat(baton.getStartupProbe().getHttpGet().getPath()).isEqualTo("/healthz");
                assertThat(baton.getLivenessProbe().getHttpGet().getPath()).isEqualTo("/healthz");
                assertThat(baton.getReadinessProbe().getHttpGet().getPath()).isEqualTo("/readyz");
            });
        }
    }

    @Test
    void missingPermissionsAreReportedWithARoleThatGrantsThem() {
        String namespace = server.newNamespace();
        String url = url(namespace, RealKubeServer.PLAIN_TOKEN);
        StoreCheck permissions = doctor(url).get(1);
        assertThat(permissions.ok()).isFalse();
        assertThat(permissions.detail()).doesNotContain(RealKubeServer.PLAIN_TOKEN);
        create(namespace, permissions.detail().substring(permissions.detail().indexOf("apiVersion")));
        create(namespace, binding("baton"));
        Awaitility.await("the role has effect").until(() -> doctor(url).stream().allMatch(StoreCheck::ok));
    }

    @Test // API-1
    void leadsWithAccessToOneLeaseOnly() throws Exception {
        String namespace = server.newNamespace();
        applyManifests(namespace, "baton-nightly-only");
        create(namespace, binding("baton-nightly-only"));
        // The next poll is minutes away: only the watch of the one Lease can report the release in time.
        String url = url(namespace, RealKubeServer.PLAIN_TOKEN).replace("ttl=3s", "ttl=600s");
        Awaitility.await("the role has effect").until(() -> doctor(url).stream().allMatch(StoreCheck::ok));
        try (Baton first = Baton.connect(url);
                Baton second = Baton.connect(url)) {
            Candidate one = candidate(first, "one");
            one.start();
            Awaitility.await().until(one::isLeader);
            Candidate two = candidate(second, "two");
            two.start();
            Awaitility.await().until(() -> two.state() == CandidateState.FOLLOWER);
            List<StoreCheck> checks = doctor(url);
            assertThat(checks).hasSize(4).allMatch(StoreCheck::ok);
            assertThat(checks.get(1).detail()).contains("only the Leases baton-history-nightly, nightly in namespace");
            assertThat(checks.get(2).detail()).contains("nothing was changed");
            one.close();
            Awaitility.await().until(two::isLeader);
        }
        // What the role does not allow to delete was never created.
        try (KubernetesClient admin = server.admin()) {
            assertThat(admin.leases().inNamespace(namespace).list().getItems())
                    .extracting(lease -> lease.getMetadata().getName())
                    .containsExactly("nightly");
        }
    }

    @Test
    void leaseThatIsShorterThanOurRenewIntervalIsReported() {
        String namespace = server.newNamespace();
        String url = url(namespace, RealKubeServer.PLAIN_TOKEN);
        create(namespace, KubernetesAccess.role(namespace));
        create(namespace, binding("baton"));
        create(namespace, """
                apiVersion: coordination.k8s.io/v1
                kind: Lease
                metadata:
                  name: mixed
                  labels: {"baton.dev/kind": election}
                spec:
                  holderIdentity: native
                  leaseDurationSeconds: 4
                """);
        Awaitility.await("the role has effect").until(() -> doctor(url).stream().allMatch(StoreCheck::ok));
        StoreCheck slow = doctor(url.replace("ttl=3s", "ttl=15s")).get(3);
        assertThat(slow.ok()).isFalse();
        assertThat(slow.detail())
                .contains("native of mixed has a lease of 4 s, but a leader here renews only every 5000 ms");
    }

    private static Candidate candidate(Baton baton, String id) {
        return baton.election("nightly")
                .candidate(CandidateSettings.builder().instanceId(id).build());
    }

    private static String binding(String role) {
        return """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata:
                  name: plain
                roleRef:
                  apiGroup: rbac.authorization.k8s.io
                  kind: Role
                  name: %s
                subjects:
                  - kind: User
                    apiGroup: rbac.authorization.k8s.io
                    name: plain
                """.formatted(role);
    }

    @Test // API-1
    void thirtyChangesInEachDirectionWithTheRequestsOfClientGo() throws Exception {
        KubernetesContractStore store = new KubernetesContractStore(server, () -> {});
        try {
            MixedElection.alternate(
                    store.url(), () -> new ClientGoElector(store.direct, MixedElection.ELECTION, "native"), ROUNDS);
        } finally {
            store.close();
        }
    }

    @Test // API-1
    void thirtyChangesInEachDirectionWithFabric8() throws Exception {
        KubernetesContractStore store = new KubernetesContractStore(server, () -> {});
        try {
            MixedElection.alternate(
                    store.url(),
                    () -> new Fabric8Elector(server.admin(), store.namespace, MixedElection.ELECTION, "native"),
                    ROUNDS);
        } finally {
            store.close();
        }
    }
}
