package dev.baton.kubernetes;

import dev.baton.testkit.kubernetes.RealKubeServer;
import org.junit.jupiter.api.Tag;

@Tag("proof")
@Tag("kube-apiserver")
class RealFenceTest extends KubernetesFenceContract {

    @Override
    KubernetesContractStore openStore() {
        return new KubernetesContractStore(RealKubeServer.shared(), () -> {});
    }
}
