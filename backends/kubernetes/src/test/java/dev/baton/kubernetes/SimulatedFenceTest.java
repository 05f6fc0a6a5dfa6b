package dev.baton.kubernetes;

import dev.baton.testkit.kubernetes.SimulatedKubeServer;

class SimulatedFenceTest extends KubernetesFenceContract {

    @Override
    KubernetesContractStore openStore() {
        SimulatedKubeServer server = new SimulatedKubeServer();
        return new KubernetesContractStore(server, server::close);
    }
}
