package dev.baton.quorum.mqtt;

import dev.baton.testkit.BackendContract;
import dev.baton.testkit.ContractStore;

/** The contract of all backends, over three members and a broker. QUORUM-8 */
class MqttBackendContractTest extends BackendContract {
    @Override
    protected ContractStore openStore() {
        return new MqttContractStore();
    }
}
