package dev.baton.lab.peers;

import dev.baton.lab.nemesis.store.StoreKind;
import dev.baton.lab.peers.member.MemberKind;
import dev.baton.lab.quorum.RaftLibrary;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import net.javacrumbs.shedlock.provider.jdbc.JdbcLockProvider;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.ratis.server.RaftServer;
import org.jgroups.raft.RaftHandle;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;

/** What a user would pick instead of Baton. */
final class ForeignSystems {
    private static final String POOL = "HikariCP with its default of 10 connections";
    private static final String RAFT = "replicated state machines by Raft; the leader is a part of that";
    private static final String SHEDLOCK_PURPOSE = "a lock for scheduled tasks, which says of itself that it is not an"
            + " election; here a task that runs every 2 s and extends its lock";
    private static final String SHEDLOCK_QUERY = "none: leader from the lock until an extension is refused";
    private static final String SHEDLOCK_SETTINGS =
            "lock of 10 s, extended every 2 s (both chosen here; it has no" + " defaults); " + POOL;

    private ForeignSystems() {}

    static List<PeerSystem> all() {
        String shedLock = "ShedLock " + PeerSystem.version(JdbcLockProvider.class);
        String spring = "Spring Integration " + PeerSystem.version(JdbcLockRegistry.class);
        return List.of(
                new PeerSystem(
                        "shedlock",
                        shedLock + ", JDBC template",
                        SHEDLOCK_PURPOSE,
                        "`usingDbTime()`, as its guide recommends; " + SHEDLOCK_SETTINGS,
                        SHEDLOCK_QUERY,
                        "`SimpleLock.unlock()`",
                        folder -> new StoreGround(
                                StoreKind.LEASE_POSTGRES, StoreProgram.jdbc(MemberKind.SHEDLOCK), folder)),
                new PeerSystem(
                        "shedlock-own-time",
                        shedLock + ", plain JDBC",
                        SHEDLOCK_PURPOSE,
                        "the provider without Spring, which uses the clock of the process; " + SHEDLOCK_SETTINGS,
                        SHEDLOCK_QUERY,
                        "`SimpleLock.unlock()`",
                        folder -> new StoreGround(
                                StoreKind.LEASE_POSTGRES, StoreProgram.jdbc(MemberKind.SHEDLOCK_OWN_TIME), folder)),
                new PeerSystem(
                        "spring-jdbc",
                        spring + ", JDBC",
                        "locks and leader election inside an integration flow: `LockRegistryLeaderInitiator` over a"
                                + " `JdbcLockRegistry`",
                        "defaults: locks of 10 s, heartbeat 0.5 s; " + POOL,
                        "`Context.isLeader()`",
                        "`Context.yield()`",
                        folder -> new StoreGround(
                                StoreKind.LEASE_POSTGRES, StoreProgram.jdbc(MemberKind.SPRING_JDBC), folder)),
                new PeerSystem(
                        "spring-zookeeper",
                        spring + ", ZooKeeper",
                        "leader election inside an integration flow: `LeaderInitiator` over Curator's `LeaderSelector`",
                        "session of 10 s, like Baton's",
                        "`Context.isLeader()`",
                        "`Context.yield()`",
                        folder -> new StoreGround(
                                StoreKind.ZOOKEEPER,
                                StoreProgram.addresses(MemberKind.SPRING_ZOOKEEPER, "lab"),
                                folder)),
                new PeerSystem(
                        "curator",
                        "Curator " + PeerSystem.version(LeaderLatch.class) + " `LeaderLatch`",
                        "leader election on ZooKeeper",
                        "session of 10 s, like Baton's; its default is 60 s",
                        "`LeaderLatch.hasLeadership()`",
                        "`LeaderLatch.close()`",
                        folder -> new StoreGround(
                                StoreKind.ZOOKEEPER, StoreProgram.addresses(MemberKind.CURATOR, "/lab"), folder)),
                new PeerSystem(
                        "etcdctl",
                        "`etcdctl elect`",
                        "leader election on etcd in shell scripts",
                        "lease of 60 s, which cannot be changed",
                        "the process has printed its key and runs",
                        "SIGTERM",
                        folder -> new StoreGround(StoreKind.ETCD, new ElectCommand(), folder)),
                new PeerSystem(
                        "fabric8",
                        "fabric8 " + PeerSystem.version(KubernetesClient.class) + " `LeaderElector`",
                        "leader election on Kubernetes",
                        "lease 15 s, renew deadline 10 s, retry 2 s, as usual for controllers",
                        "between its callbacks for the start and the end",
                        "cancellation with `releaseOnCancel`",
                        folder -> new StoreGround(StoreKind.KUBERNETES, StoreProgram.url(MemberKind.FABRIC8), folder)),
                new PeerSystem(
                        "ratis",
                        "Apache Ratis " + PeerSystem.version(RaftServer.class),
                        RAFT,
                        "defaults; each process on a machine of its own",
                        "`Division.getInfo().isLeader()`",
                        "`transferLeadership` to another server",
                        folder -> MachineGround.library(folder, RaftLibrary::ratis)),
                new PeerSystem(
                        "jgroups-raft",
                        "jgroups-raft " + PeerSystem.version(RaftHandle.class),
                        RAFT,
                        "the usual stack over TCP; each process on a machine of its own",
                        "`RaftHandle.isLeader()`",
                        "`JChannel.close()`",
                        folder -> MachineGround.library(folder, RaftLibrary::jgroups)),
                new PeerSystem(
                        "etcd",
                        "etcd as such",
                        "a key-value store; here the leader among its own three servers",
                        "defaults; each server on a machine of its own",
                        "the status of each server names itself as leader, asked over HTTP",
                        "SIGTERM",
                        MachineGround::etcd),
                new PeerSystem(
                        "zookeeper",
                        "ZooKeeper as such",
                        "a coordination service; here the leader among its own three servers",
                        "defaults, `tickTime` of 2 s; each server on a machine of its own",
                        "the reply of each server to `srvr`",
                        "SIGTERM",
                        MachineGround::zooKeeper));
    }
}
