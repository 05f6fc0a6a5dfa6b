package dev.baton.kubernetes;

import dev.baton.testkit.ContractStore;
import dev.baton.testkit.FaultContract;
import dev.baton.testkit.kubernetes.SimulatedKubeServer;

/** The contract, on a simulated API server. */
class SimulatedFaultContractTest extends FaultContract {

    @Override
    protected ContractStore openStore() {
        SimulatedKubeServer server = new SimulatedKubeServer();
        return new KubernetesContractStore(server, server::close);
    }
}
