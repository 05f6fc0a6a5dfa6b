package dev.baton.etcd.gateway;

/** A user of etcd. Its text contains no password. */
public record EtcdLogin(String user, String password) {

    @Override
    public String toString() {
        return user;
    }
}
