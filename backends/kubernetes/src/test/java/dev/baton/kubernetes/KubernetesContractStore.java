package dev.baton.kubernetes;

import dev.baton.BatonClock;
import dev.baton.kubernetes.api.KubeApi;
import dev.baton.kubernetes.api.KubeConnection;
import dev.baton.kubernetes.api.KubeException;
import dev.baton.kubernetes.api.KubeObject;
import dev.baton.spi.Backend;
import dev.baton.testkit.ContractStore;
import dev.baton.testkit.FaultProxy;
import dev.baton.testkit.ProcessIsolation;
import dev.baton.testkit.StoreFeature;
import dev.baton.testkit.StoreHolder;
import dev.baton.testkit.TestCandidate;
import dev.baton.testkit.TestCandidateProcess;
import dev.baton.testkit.kubernetes.KubeTestServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The contract's store: a fresh namespace of an API server, which is reached through a proxy. */
final class KubernetesContractStore implements ContractStore {
    final KubeTestServer server;
    final String namespace;
    final FaultProxy proxy;
    final KubeApi direct;
    private final Path kubeconfig;
    private final Runnable onClose;

    /** @param onClose what ends with this store */
    KubernetesContractStore(KubeTestServer server, Runnable onClose) {
        this.server = server;
        this.onClose = onClose;
        this.namespace = server.newNamespace();
        this.proxy = FaultProxy.to("127.0.0.1", server.port());
        this.kubeconfig = server.kubeconfigFile(proxy.port());
        this.direct = KubeApi.open(
                new KubeConnection(
                        Optional.of(server.kubeconfigFile(server.port()).toString()),
                        Optional.empty(),
                        Optional.of(namespace)),
                Duration.ofSeconds(10));
    }

    String url() {
        return url("3s");
    }

    String url(String ttl) {
        return "kubernetes:" + namespace + "?ttl=" + ttl + "&kubeconfig=" + kubeconfig;
    }

    Optional<ElectionLease> lease(String election) {
        return direct.get(LeaseNames.election(election)).map(ElectionLease::new);
    }

    /** Edits the Lease as an operator would. */
    void edit(String election, UnaryOperator<KubeObject> change) {
        while (true) {
            try {
                direct.replace(change.apply(lease(election).orElseThrow().object()));
                return;
            } catch (KubeException failed) {
                if (!failed.isConflict()) {
                    throw failed;
                }
            }
        }
    }

    @Override
    public Map<StoreFeature, String> optOuts() {
        return Map.of();
    }

    @Override
    public Backend open(BatonClock clock) {
        return KubernetesBackend.open(url(), clock);
    }

    @Override
    public TestCandidate testCandidate(String election, String instanceId, Duration validity) {
        return TestCandidateProcess.start(url(), election, instanceId, validity);
    }

    @Override
    public Optional<TestCandidate> isolatedCandidate(
            String election, String instanceId, Duration validity, ProcessIsolation isolation) {
        return Optional.of(TestCandidateProcess.start(url(), election, instanceId, validity, isolation));
    }

    @Override
    public Optional<StoreHolder> holderInStore(String election) {
        return lease(election)
                .filter(lease -> !lease.isFree())
                .map(lease ->
                        new StoreHolder(lease.holder().startsWith("garbage") ? "" : lease.holder(), lease.epoch()));
    }

    @Override
    public Optional<String> stateInStore(String election) {
        return Optional.of(
                lease(election).map(lease -> lease.object().version()).orElse("none"));
    }

    @Override
    public boolean onTraffic(Runnable hook) {
        proxy.onTraffic(hook);
        return true;
    }

    @Override
    public long unsyncedPages(String election) {
        return 0;
    }

    @Override
    public boolean rewriteEpoch(String election, long epoch) {
        edit(election, lease -> lease.withAnnotations(Map.of(Marks.EPOCH, Long.toString(epoch))));
        return true;
    }

    @Override
    public void deleteLock(String election) {
        direct.delete(lease(election).orElseThrow().object());
    }

    @Override
    public void corruptLock(String election) {
        edit(
                election,
                lease -> lease.withSpec(Map.of("holderIdentity", "garbage \u0001"))
                        .withAnnotations(Map.of(
                                Marks.EPOCH,
                                "garbage",
                                Marks.CANDIDATE,
                                "garbage",
                                Marks.TENURES,
                                "{garbage",
                                Marks.COMMAND,
                                "garbage",
                                Marks.TTL,
                                "-1")));
    }

    @Override
    public void breakDown() {
        proxy.refuse();
    }

    @Override
    public void repair() {
        proxy.heal();
    }

    @Override
    public void restart() {
        server.restart();
    }

    @Override
    public void crash() {
        server.crash();
    }

    @Override
    public void close() {
        direct.close();
        proxy.close();
        onClose.run();
    }
}
