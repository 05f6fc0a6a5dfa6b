package dev.baton.zookeeper;

import java.nio.charset.StandardCharsets;

/** A user of ZooKeeper's scheme {@code digest}. */
record ZkLogin(String user, String password) {

    byte[] digest() {
        return (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    }

    /** Shows no password. */
    @Override
    public String toString() {
        return "ZkLogin[" + user + "]";
    }
}
