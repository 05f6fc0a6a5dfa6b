package dev.baton.etcd;

import dev.baton.BatonClock;
import dev.baton.etcd.gateway.Condition;
import dev.baton.etcd.gateway.EtcdGateway;
import dev.baton.etcd.gateway.GatewaySettings;
import dev.baton.etcd.gateway.KeyRange;
import dev.baton.etcd.gateway.KeyValue;
import dev.baton.etcd.gateway.Operation;
import dev.baton.etcd.gateway.Transaction;
import dev.baton.spi.Backend;
import dev.baton.testkit.ContractStore;
import dev.baton.testkit.FaultProxy;
import dev.baton.testkit.ProcessIsolation;
import dev.baton.testkit.StoreFeature;
import dev.baton.testkit.StoreHolder;
import dev.baton.testkit.TestCandidate;
import dev.baton.testkit.TestCandidateProcess;
import dev.baton.testkit.etcd.EtcdTestCluster;
import dev.baton.testkit.etcd.EtcdTestMember;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The contract's store: a fresh etcd cluster, each member of which is reached through a proxy. */
final class EtcdContractStore implements ContractStore {
    static final String PREFIX = "elections";

    final EtcdTestCluster cluster;
    final List<FaultProxy> proxies;
    final EtcdGateway direct;
    final EtcdKeys keys = new EtcdKeys(PREFIX);

    EtcdContractStore(int members) {
        cluster = EtcdTestCluster.start(members);
        proxies = cluster.members().stream()
                .map(member -> FaultProxy.to("127.0.0.1", member.port()))
                .toList();
        direct = new EtcdGateway(new GatewaySettings(
                cluster.members().stream()
                        .map(member -> URI.create("http://127.0.0.1:" + member.port()))
                        .toList(),
                Optional.empty(),
                Optional.empty(),
                Duration.ofSeconds(10)));
    }

    String url() {
        return "etcd://"
                + proxies.stream().map(proxy -> "127.0.0.1:" + proxy.port()).collect(Collectors.joining(",")) + "/"
                + PREFIX + "?ttl=3s";
    }

    EtcdSnapshot snapshot(String election) {
        return new EtcdReader(direct, keys).snapshot(election);
    }

    @Override
    public Map<StoreFeature, String> optOuts() {
        return Map.of();
    }

    @Override
    public Backend open(BatonClock clock) {
        return EtcdBackend.open(url(), clock);
    }

    @Override
    public TestCandidate testCandidate(String election, String instanceId, Duration validity) {
        return TestCandidateProcess.start(url(), election, instanceId, validity);
    }

    @Override
    public Optional<TestCandidate> isolatedCandidate(
            String election, String instanceId, Duration validity, ProcessIsolation isolation) {
        return Optional.of(TestCandidateProcess.start(url(), election, instanceId, validity, isolation));
    }

    /** The lowest key, also if its tenure is not confirmed: a candidate that stopped must leave none. */
    @Override
    public Optional<StoreHolder> holderInStore(String election) {
        EtcdSnapshot snapshot = snapshot(election);
        return snapshot.lowest()
                .map(lowest -> new StoreHolder(
                        lowest.value().startsWith("garbage") ? "" : lowest.value(), snapshot.epochOf(lowest)));
    }

    @Override
    public Optional<String> stateInStore(String election) {
        EtcdSnapshot snapshot = snapshot(election);
        List<KeyValue> all = new ArrayList<>(snapshot.candidates());
        snapshot.epochKey().ifPresent(all::add);
        return Optional.of(all.stream()
                .map(entry -> entry.key() + "@" + entry.modRevision())
                .collect(Collectors.joining(" ")));
    }

    @Override
    public boolean onTraffic(Runnable hook) {
        proxies.forEach(proxy -> proxy.onTraffic(hook));
        return true;
    }

    @Override
    public long unsyncedPages(String election) {
        return 0;
    }

    /** The offset makes the next epoch follow the stored one, whatever the revision of etcd is. */
    @Override
    public boolean rewriteEpoch(String election, long epoch) {
        write(
                Operation.put(keys.epoch(election), Long.toString(epoch), 0),
                Operation.put(keys.offset(election), Long.toString(-1_000_000_000L), 0));
        return true;
    }

    void write(Operation... operations) {
        direct.apply(new Transaction(List.of(), List.of(operations), List.of()));
    }

    @Override
    public void deleteLock(String election) {
        write(Operation.delete(keys.candidates(election)));
    }

    @Override
    public void corruptLock(String election) {
        write(Operation.put(keys.epoch(election), "garbage", 0));
        snapshot(election).candidates().forEach(this::damage);
    }

    /** The candidate may have left since: its key must not be created again, because nobody would delete it. */
    private void damage(KeyValue candidate) {
        direct.apply(new Transaction(
                List.of(Condition.created(candidate.key(), candidate.createRevision())),
                List.of(Operation.put(candidate.key(), "garbage \u0000", 0)),
                List.of()));
    }

    void delete(String key) {
        write(Operation.delete(KeyRange.of(key)));
    }

    @Override
    public void breakDown() {
        proxies.forEach(FaultProxy::refuse);
    }

    @Override
    public void repair() {
        proxies.forEach(FaultProxy::heal);
    }

    @Override
    public void restart() {
        cluster.members().forEach(member -> {
            member.stop();
            member.start();
        });
    }

    @Override
    public void crash() {
        cluster.members().forEach(EtcdTestMember::kill);
        cluster.startAll();
    }

    @Override
    public void close() {
        proxies.forEach(FaultProxy::close);
        cluster.close();
    }
}
