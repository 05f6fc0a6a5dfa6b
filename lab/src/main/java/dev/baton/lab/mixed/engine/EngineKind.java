package dev.baton.lab.mixed.engine;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The engines that a mixed trial can start, each with the start of its URL. */
public enum EngineKind {
    ETCD("etcd:"),
    ZOOKEEPER("zookeeper:"),
    KUBERNETES("kubernetes:");

    private final String url;

    EngineKind(String url) {
        this.url = url;
    }

    public String url() {
        return url;
    }

    /** Returns the engine of a URL without a host. */
    public static EngineKind parse(String url) {
        return Arrays.stream(values())
                .filter(kind -> kind.url.equals(url))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--on must be one of "
                        + Arrays.stream(values()).map(EngineKind::url).collect(Collectors.joining(" ")) + ", but is \""
                        + url + "\""));
    }

    /** Starts the servers of this engine. */
    public MixedEngine start() throws Exception {
        return switch (this) {
            case ETCD -> new EtcdEngine();
            case ZOOKEEPER -> new ZkEngine();
            case KUBERNETES -> new KubeEngine();
        };
    }
}
