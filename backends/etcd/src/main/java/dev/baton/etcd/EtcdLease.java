package dev.baton.etcd;

/** The lease of this process in etcd. */
record EtcdLease(long id) {

    /** Returns the id as etcd's recipe writes it into keys: not padded. */
    String hex() {
        return Long.toHexString(id);
    }
}
