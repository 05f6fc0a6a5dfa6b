package dev.baton.lab.nemesis.store;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The stores that a trial can start, by the beginning of their URLs, and the number of servers if there are several. */
@SuppressWarnings("ImmutableEnumChecker") // The starters are references to methods without state.
public enum StoreKind {
    FILE("file:", FileNemesisStore::new),
    LEASE_SQLITE("lease:sqlite:", SqliteNemesisStore::new),
    POSTGRES("postgres:", ServerNemesisStore::postgres),
    LEASE_POSTGRES("lease:postgres:", ServerNemesisStore::leasePostgres),
    LEASE_MARIADB("lease:mariadb:", ServerNemesisStore::leaseMariadb),
    QUORUM("quorum:", GroupNemesisStore::new),
    MQTT("mqtt:", MqttNemesisStore::new),
    ETCD("etcd:", EtcdTrialCluster::one),
    ETCD_CLUSTER("etcd:3", EtcdTrialCluster::cluster),
    ZOOKEEPER("zookeeper:", ZkServers::one),
    ZOOKEEPER_ENSEMBLE("zookeeper:3", ZkServers::ensemble),
    KUBERNETES("kubernetes:", KubeServers::start);

    private final String url;
    private final Starter starter;

    /** Starts a store. */
    private interface Starter {
        NemesisStore start(TrialPlan plan) throws Exception;
    }

    StoreKind(String url, Starter starter) {
        this.url = url;
        this.starter = starter;
    }

    /** Returns the value of {@code --on}. */
    public String url() {
        return url;
    }

    /** Starts the store for a trial. */
    public NemesisStore start(TrialPlan plan) throws Exception {
        return starter.start(plan);
    }

    /**
     * Reads the value of {@code --on}.
     *
     * @throws IllegalArgumentException if it is neither {@code all} nor the beginning of the URL of a store
     */
    public static List<StoreKind> parse(String text) {
        if (text.equals("all")) {
            return List.of(values());
        }
        return Arrays.stream(text.split(",", -1)).map(StoreKind::of).toList();
    }

    private static StoreKind of(String url) {
        return Arrays.stream(values())
                .filter(kind -> kind.url.equals(url))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--on must be all or one of "
                        + Arrays.stream(values()).map(StoreKind::url).collect(Collectors.joining(" "))
                        + ", because a trial starts its own store, but is \"" + url + "\""));
    }
}
