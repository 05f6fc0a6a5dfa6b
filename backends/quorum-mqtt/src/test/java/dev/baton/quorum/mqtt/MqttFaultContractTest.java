package dev.baton.quorum.mqtt;

import dev.baton.testkit.ContractStore;
import dev.baton.testkit.FaultContract;
import dev.baton.testkit.GroupContractStore;

/** The contract of all backends for killed and frozen leaders, with three members and a broker. QUORUM-8 */
class MqttFaultContractTest extends FaultContract {
    @Override
    protected ContractStore openStore() {
        return new GroupContractStore(new MqttGroup("&heartbeat=200ms&lease=2500ms"));
    }
}
