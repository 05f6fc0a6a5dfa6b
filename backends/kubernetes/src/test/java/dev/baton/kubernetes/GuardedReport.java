package dev.baton.kubernetes;

import dev.baton.Leadership;
import dev.baton.fence.Fence;
import dev.baton.fence.KubernetesFence;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.net.HttpURLConnection;
import java.nio.file.Path;
import java.util.Map;

/** A config map that only the leader updates. */
record GuardedReport(KubernetesClient client, String namespace) implements AutoCloseable {
    private static final String NAME = "report";

    static GuardedReport open(Path kubeconfig, String namespace) {
        Config config = Config.fromKubeconfig(kubeconfig.toFile());
        config.setRequestRetryBackoffLimit(0);
        return new GuardedReport(
                new KubernetesClientBuilder().withConfig(config).build(), namespace);
    }

    void create() {
        client.configMaps()
                .inNamespace(namespace)
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName(NAME)
                        .endMetadata()
                        .build())
                .create();
    }

    Map<String, String> data() {
        return read().getData();
    }

    private ConfigMap read() {
        return client.configMaps().inNamespace(namespace).withName(NAME).require();
    }

    /** Returns the update that the leadership may make now, without sending it. */
    ConfigMap prepare(Leadership leadership) {
        KubernetesFence fence = Fence.byKubernetes();
        ConfigMap report = read();
        Lease lease = client.leases()
                .inNamespace(namespace)
                .withName(fence.leaseName(leadership))
                .require();
        Map<String, String> marks =
                fence.annotations(leadership, report.getMetadata().getAnnotations(), Serialization.asJson(lease));
        return report.edit()
                .editMetadata()
                .addToAnnotations(marks)
                .endMetadata()
                .addToData("writer", leadership.instanceId())
                .build();
    }

    /** Returns false if the API server refused the update. */
    boolean send(ConfigMap prepared) {
        try {
            client.resource(prepared)
                    .lockResourceVersion(prepared.getMetadata().getResourceVersion())
                    .update();
            return true;
        } catch (KubernetesClientException refused) {
            if (refused.getCode() == HttpURLConnection.HTTP_CONFLICT) {
                return false;
            }
            throw refused;
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
