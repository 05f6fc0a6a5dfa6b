package dev.baton.lab.peers.member;

import dev.baton.lab.postgres.LabServer;
import java.util.Arrays;

/** The systems that have a client or a member in the JVM. */
@SuppressWarnings("ImmutableEnumChecker") // The openers are lambdas without state.
public enum MemberKind {
    BATON((endpoint, id) -> new BatonPeer(endpoint)),
    SHEDLOCK((endpoint, id) -> ShedLockPeer.withDatabaseTime(LabServer.pool(endpoint, MemberKind.POOL))),
    SHEDLOCK_OWN_TIME((endpoint, id) -> ShedLockPeer.withOwnTime(LabServer.pool(endpoint, MemberKind.POOL))),
    SPRING_JDBC((endpoint, id) -> new SpringJdbcPeer(LabServer.pool(endpoint, MemberKind.POOL))),
    SPRING_ZOOKEEPER((endpoint, id) -> new SpringZooKeeperPeer(endpoint)),
    CURATOR(LatchPeer::new),
    FABRIC8(Fabric8Peer::new),
    RATIS(RatisPeer::new),
    JGROUPS(JGroupsPeer::new),
    /** No system: a JVM that does nothing. */
    NONE((endpoint, id) -> (election, acquired) -> new ElectionMember() {
        @Override
        public boolean leads() {
            return false;
        }

        @Override
        public void release() {}
    });

    /** The default size of HikariCP. */
    private static final int POOL = 10;

    private final Opener opener;

    private interface Opener {
        ElectionSystem open(String endpoint, String id);
    }

    MemberKind(Opener opener) {
        this.opener = opener;
    }

    /** Opens the system where its endpoint is, for a process with this id. */
    ElectionSystem open(String endpoint, String id) {
        return opener.open(endpoint, id);
    }

    static MemberKind parse(String name) {
        return Arrays.stream(values())
                .filter(kind -> kind.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown system " + name));
    }
}
