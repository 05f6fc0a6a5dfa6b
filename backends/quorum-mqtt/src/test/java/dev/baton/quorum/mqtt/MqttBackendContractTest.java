package dev.baton.quorum.mqtt;

import dev.baton.testkit.BackendContract;
import dev.baton.testkit.ContractStore;
import dev.baton.testkit.GroupContractStore;

/** The contract of all backends, with three members and a broker. QUORUM-8 */
class MqttBackendContractTest extends BackendContract {
    @Override
    protected ContractStore openStore() {
        return new GroupContractStore(new MqttGroup("&heartbeat=200ms&lease=2500ms"));
    }
}
