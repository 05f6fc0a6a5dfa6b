package dev.baton.lab.mixed.engine;

import dev.baton.etcd.gateway.EtcdGateway;
import dev.baton.etcd.gateway.GatewaySettings;
import dev.baton.etcd.gateway.KeyRange;
import dev.baton.etcd.gateway.KeyValue;
import dev.baton.etcd.gateway.Operation;
import dev.baton.testkit.etcd.EtcdTestCluster;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** One member of etcd, and {@code etcdctl elect}. */
final class EtcdEngine implements MixedEngine {
    private static final String ROOT = "mixed";
    private static final Duration TTL = Duration.ofSeconds(6);
    /** That of {@code etcdctl elect}, which has no option for it. */
    private static final Duration FOREIGN_TTL = Duration.ofSeconds(60);

    private final EtcdTestCluster cluster = EtcdTestCluster.start(1);
    private final EtcdGateway gateway = new EtcdGateway(new GatewaySettings(
            List.of(URI.create("http://" + cluster.addresses())),
            Optional.empty(),
            Optional.empty(),
            Duration.ofSeconds(10)));

    @Override
    public String url() {
        return "etcd://" + cluster.addresses() + "/" + ROOT + "?ttl=" + TTL.toSeconds() + "s";
    }

    @Override
    public String description() {
        return "one member of etcd, beside etcdctl elect";
    }

    @Override
    public Duration validity() {
        return TTL;
    }

    @Override
    public Duration foreignValidity() {
        return FOREIGN_TTL;
    }

    @Override
    public List<Participant> foreign(MixedSite site) {
        List<Participant> all = new ArrayList<>();
        for (String election : site.elections()) {
            for (int i = 1; i <= 2; i++) {
                all.add(new EtcdctlProcess(
                        "etcdctl-" + election + "-" + i, cluster.addresses(), ROOT + "/" + election, election, site));
            }
        }
        return all;
    }

    @Override
    public String holder(String election) {
        return gateway.read(Operation.read(KeyRange.prefix(ROOT + "/" + election + "/"))).reads().get(0).stream()
                .min(Comparator.comparingLong(KeyValue::createRevision))
                .map(KeyValue::value)
                .orElse("");
    }

    @Override
    public void close() {
        cluster.close();
    }
}
