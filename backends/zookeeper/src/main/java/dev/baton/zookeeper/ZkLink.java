package dev.baton.zookeeper;

/** A session of this process and what it has written. */
record ZkLink(long session, ZkRequests requests, ProvenWrites writes) {
    String hex() {
        return Long.toHexString(session);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ZkLink link && link.session == session;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(session);
    }
}
