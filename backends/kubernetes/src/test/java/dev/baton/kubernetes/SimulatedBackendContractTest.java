package dev.baton.kubernetes;

import dev.baton.testkit.BackendContract;
import dev.baton.testkit.ContractStore;
import dev.baton.testkit.kubernetes.SimulatedKubeServer;

/** The contract, on a simulated API server. */
class SimulatedBackendContractTest extends BackendContract {

    @Override
    protected ContractStore openStore() {
        SimulatedKubeServer server = new SimulatedKubeServer();
        return new KubernetesContractStore(server, server::close);
    }
}
