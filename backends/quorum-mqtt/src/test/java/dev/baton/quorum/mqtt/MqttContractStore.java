package dev.baton.quorum.mqtt;

import dev.baton.spi.Backend;
import dev.baton.spi.Clock;
import dev.baton.testkit.Contestant;
import dev.baton.testkit.ContestantProcess;
import dev.baton.testkit.ContractStore;
import dev.baton.testkit.FaultProxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Three members behind the contract's hooks, as over TCP. The store breaks down by the broker delivering nothing.
 */
final class MqttContractStore implements ContractStore {
    private final MqttGroup group = new MqttGroup("&heartbeat=200ms&lease=2500ms");
    private final Map<String, Backend> members = new TreeMap<>();
    private int next;

    MqttContractStore() {
        MqttGroup.IDS.forEach(id -> members.put(id, group.open(id, Clock.system())));
        MqttGroup.awaitFounded(members.values());
    }

    @Override
    public Backend open(Clock clock) {
        List<String> here = List.copyOf(members.keySet());
        return group.open(here.get(next++ % here.size()), clock);
    }

    @Override
    public Contestant contestant(String election, String instanceId, Duration validity) {
        Backend third = members.remove("n3");
        if (third != null) {
            third.close();
        }
        return ContestantProcess.start(group.url("n3"), election, instanceId, validity);
    }

    @Override
    public void deleteLock(String election) {
        // Nothing is kept that an operator could delete.
    }

    @Override
    public void corruptLock(String election) {
        // Nothing is kept that somebody could overwrite.
    }

    @Override
    public void breakDown() {
        group.ways().forEach(FaultProxy::blackhole);
    }

    @Override
    public void repair() {
        group.ways().forEach(FaultProxy::heal);
    }

    @Override
    public void restart() {
        group.broker().restart();
    }

    @Override
    public void close() {
        members.values().forEach(Backend::close);
        group.close();
    }
}
