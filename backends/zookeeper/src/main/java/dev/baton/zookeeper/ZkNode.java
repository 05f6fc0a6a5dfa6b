package dev.baton.zookeeper;

import java.nio.charset.StandardCharsets;
import org.apache.zookeeper.data.Stat;

/** A node as it was read. */
record ZkNode(String path, String text, Stat stat) {

    static ZkNode of(String path, byte @org.jspecify.annotations.Nullable [] data, Stat stat) {
        return new ZkNode(path, data == null ? "" : new String(data, StandardCharsets.UTF_8), stat);
    }

    /** Returns the number of the transaction that created the node. */
    long created() {
        return stat.getCzxid();
    }

    int version() {
        return stat.getVersion();
    }
}
