package dev.baton.quorum;

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
 * Three members behind the contract's hooks. They run for as long as the store does; connections take turns on
 * them. A contestant is the third member, in a process of its own. The store breaks down by the network between
 * them delivering nothing.
 */
final class QuorumContractStore implements ContractStore {
    private static final String FAST = "&heartbeat=200ms&lease=2500ms";

    private final TestGroup group = new TestGroup(3, FAST, true);
    private final Map<String, Backend> members = new TreeMap<>();
    private int next;

    QuorumContractStore() {
        group.ids().forEach(id -> members.put(id, group.open(id, Clock.system())));
        TestGroup.awaitFounded(members.values());
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
        group.proxies().forEach(FaultProxy::blackhole);
    }

    @Override
    public void repair() {
        group.proxies().forEach(FaultProxy::heal);
    }

    @Override
    public void restart() {
        group.proxies().forEach(FaultProxy::reset);
    }

    @Override
    public void close() {
        members.values().forEach(Backend::close);
        group.close();
    }
}
