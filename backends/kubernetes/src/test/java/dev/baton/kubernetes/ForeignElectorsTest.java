package dev.baton.kubernetes;

import dev.baton.testkit.kubernetes.SimulatedKubeServer;
import org.junit.jupiter.api.Test;

class ForeignElectorsTest {

    @Test // API-1
    void leadsInTurnWithTheRequestsOfClientGo() throws Exception {
        SimulatedKubeServer server = new SimulatedKubeServer();
        KubernetesContractStore store = new KubernetesContractStore(server, server::close);
        try {
            MixedElection.alternate(
                    store.url(), () -> new ClientGoElector(store.direct, MixedElection.ELECTION, "native"), 2);
        } finally {
            store.close();
        }
    }
}
