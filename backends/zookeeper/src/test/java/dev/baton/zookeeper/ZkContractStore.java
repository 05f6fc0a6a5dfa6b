package dev.baton.zookeeper;

import dev.baton.BatonClock;
import dev.baton.spi.Backend;
import dev.baton.testkit.ContractStore;
import dev.baton.testkit.FaultProxy;
import dev.baton.testkit.ProcessIsolation;
import dev.baton.testkit.StoreFeature;
import dev.baton.testkit.StoreHolder;
import dev.baton.testkit.TestCandidate;
import dev.baton.testkit.TestCandidateProcess;
import dev.baton.testkit.zookeeper.ZkTestEnsemble;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.awaitility.Awaitility;

/** The contract's store: fresh ZooKeeper servers, each of which is reached through a proxy. */
final class ZkContractStore implements ContractStore {
    static final String ROOT = "/elections";
    /** The longest session that the servers grant. A write of several seconds proves nothing in a shorter one. */
    private static final String LONGEST_SESSION = "10s";

    final ZkTestEnsemble ensemble;
    final List<FaultProxy> proxies;
    final ZkPaths paths = new ZkPaths(ROOT);
    private final ZkBackend direct;
    private final List<ZkBackend> opened = new CopyOnWriteArrayList<>();
    private volatile boolean deliveriesTakeTime;

    ZkContractStore(int servers) {
        ensemble = ZkTestEnsemble.start(servers);
        proxies = ensemble.ports().stream()
                .map(port -> FaultProxy.to("127.0.0.1", port))
                .toList();
        direct = ZkBackend.open("zookeeper://" + ensemble.addresses() + ROOT, BatonClock.system());
    }

    /** Several servers answer more slowly; a longer session makes all tests slower. */
    String url() {
        return url(proxies.size() == 1 ? "3s" : "5s");
    }

    private String url(String session) {
        return "zookeeper://"
                + proxies.stream().map(proxy -> "127.0.0.1:" + proxy.port()).collect(Collectors.joining(",")) + ROOT
                + "?session=" + session;
    }

    /** Returns requests that do not go through the proxies. */
    ZkRequests requests() {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(() -> direct.context().session().open().requests(), found -> true);
    }

    ZkSnapshot snapshot(String election) {
        return Awaitility.await("the servers answer")
                .atMost(Duration.ofSeconds(30))
                .pollDelay(Duration.ZERO)
                .ignoreExceptions()
                .until(() -> Optional.of(direct.context().reader().latest(election)), Optional::isPresent)
                .orElseThrow();
    }

    @Override
    public Map<StoreFeature, String> optOuts() {
        return Map.of(StoreFeature.VISIBLE_STATE, "a validity counts from an earlier write than the request");
    }

    @Override
    public Backend open(BatonClock clock) {
        ZkBackend backend = ZkBackend.open(deliveriesTakeTime ? url(LONGEST_SESSION) : url(), clock);
        opened.add(backend);
        return backend;
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

    /** The lowest node, also if its tenure is not confirmed: a candidate that stopped must leave none. */
    @Override
    public Optional<StoreHolder> holderInStore(String election) {
        ZkSnapshot snapshot = snapshot(election);
        return snapshot.lowestNode()
                .map(lowest -> new StoreHolder(
                        lowest.text().startsWith("garbage") ? "" : lowest.text(), snapshot.epochOf(lowest)));
    }

    /** A validity counts from an earlier write than the request, so no state of the store belongs to its begin. */
    @Override
    public Optional<String> stateInStore(String election) {
        return Optional.empty();
    }

    @Override
    public boolean onTraffic(Runnable hook) {
        deliveriesTakeTime = true;
        proxies.forEach(proxy -> proxy.onTraffic(hook));
        return true;
    }

    @Override
    public long unsyncedPages(String election) {
        return 0;
    }

    /** The offset makes the next epoch follow the stored one, whatever the transaction id is. */
    @Override
    public boolean rewriteEpoch(String election, long epoch) {
        put(paths.epoch(election), Long.toString(epoch));
        put(paths.offset(election), Long.toString(-(1L << 50)));
        return true;
    }

    void put(String path, String text) {
        ZkRequests requests = requests();
        boolean exists = requests.get(requests.read(path)).isPresent();
        requests.apply(List.of(
                exists
                        ? Op.setData(path, ZkRequests.bytes(text), -1)
                        : requests.create(path, text, CreateMode.PERSISTENT)));
    }

    @Override
    public void deleteLock(String election) {
        List<Op> all = snapshot(election).candidates().stream()
                .map(name -> Op.delete(paths.candidate(election, name), -1))
                .toList();
        if (!all.isEmpty()) {
            requests().apply(all);
        }
    }

    @Override
    public void corruptLock(String election) {
        put(paths.epoch(election), "garbage");
        snapshot(election).candidates().forEach(name -> damage(paths.candidate(election, name)));
    }

    /** The candidate may have left since: its node must not be created again, because nobody would delete it. */
    private void damage(String path) {
        try {
            requests().apply(List.of(Op.setData(path, ZkRequests.bytes("garbage \u0000"), -1)));
        } catch (ZkException failed) {
            if (failed.code() != KeeperException.Code.NONODE) {
                throw failed;
            }
        }
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
        ensemble.restart();
    }

    @Override
    public void crash() {
        ensemble.crash();
    }

    /** Also closes the connections: one that stays open looks for its servers during the tests that follow. */
    @Override
    public void close() {
        opened.forEach(ZkBackend::close);
        proxies.forEach(FaultProxy::close);
        direct.close();
        ensemble.close();
    }
}
