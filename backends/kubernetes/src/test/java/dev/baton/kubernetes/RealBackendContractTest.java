package dev.baton.kubernetes;

import dev.baton.testkit.BackendContract;
import dev.baton.testkit.ContractStore;
import dev.baton.testkit.kubernetes.RealKubeServer;
import org.junit.jupiter.api.Tag;

/** The contract, on a real API server. All tests share the server; each has a namespace of its own. */
@Tag("proof")
@Tag("kube-apiserver")
class RealBackendContractTest extends BackendContract {

    @Override
    protected ContractStore openStore() {
        return new KubernetesContractStore(RealKubeServer.shared(), () -> {});
    }
}
