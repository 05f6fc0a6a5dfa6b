package dev.baton.lab.mixed.engine;

import dev.baton.lab.kubernetes.LabKubeServer;
import dev.baton.lab.mixed.program.MixedElectors;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** An API server of Kubernetes, and fabric8's {@code LeaderElector}. */
final class KubeEngine implements MixedEngine {
    private static final Duration TTL = Duration.ofSeconds(6);

    private final LabKubeServer server = LabKubeServer.start();
    private final KubernetesClient client = new KubernetesClientBuilder()
            .withConfig(Config.fromKubeconfig(server.kubeconfig().toFile()))
            .build();

    @Override
    public String url() {
        return server.url() + "&ttl=" + TTL.toSeconds() + "s";
    }

    @Override
    public String description() {
        return server.description() + ", beside fabric8's LeaderElector with the same lease duration";
    }

    @Override
    public Duration validity() {
        return TTL;
    }

    @Override
    public Duration foreignValidity() {
        return TTL;
    }

    @Override
    public List<Participant> foreign(MixedSite site) {
        String servers = server.kubeconfig() + "#" + server.namespace() + "#" + TTL.toSeconds();
        return List.of(
                new ProgramProcess("electors-1", MixedElectors.class, servers, MixedSite.THEIRS, site),
                new ProgramProcess("electors-2", MixedElectors.class, servers, MixedSite.THEIRS, site));
    }

    @Override
    public String holder(String election) {
        Lease lease = client.leases()
                .inNamespace(server.namespace())
                .withName(election)
                .get();
        return Optional.ofNullable(lease)
                .flatMap(found -> Optional.ofNullable(found.getSpec().getHolderIdentity()))
                .orElse("");
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
