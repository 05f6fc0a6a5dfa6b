package dev.baton.lab.engine;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.lab.LineProtocol;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.io.File;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.apache.curator.retry.RetryOneTime;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.zookeeper.leader.LeaderInitiator;

/**
 * A program that takes part in several elections on an engine: {@code SYSTEM SERVERS ID COUNT}. Sends {@code acquired ELECTION
 * NANOS} and, when it takes part in all of them, {@code ready}. Each system has its default times.
 */
final class EnginePeer {
    static final String BATON = "baton";
    static final String LATCH = "latch";
    static final String SPRING = "spring";
    static final String FABRIC8 = "fabric8";

    private static final int SESSION_MILLIS = 10_000;
    private static final Duration LEASE = Duration.ofSeconds(15);
    private static final Duration RENEW_DEADLINE = Duration.ofSeconds(10);
    private static final Duration RETRY = Duration.ofSeconds(2);

    private EnginePeer() {}

    /** A system that elects leaders. */
    private interface ElectionSystem {
        void join(String election, Consumer<String> acquired) throws Exception;
    }

    /** Returns the name of an election by its number. */
    static String election(int number) {
        return "election-" + number;
    }

    public static void main(String[] args) throws Exception {
        LineProtocol protocol = new LineProtocol();
        Consumer<String> acquired = election -> protocol.send("acquired " + election + " " + System.nanoTime());
        ElectionSystem system = switch (args[0]) {
            case BATON -> baton(args[1], args[2]);
            case LATCH -> latches(curator(args[1]), args[2]);
            case SPRING -> initiators(curator(args[1]), args[2]);
            case FABRIC8 -> electors(args[1], args[2]);
            default -> throw new IllegalArgumentException("unknown system " + args[0]);
        };
        for (int i = 0; i < Integer.parseInt(args[3]); i++) {
            system.join(election(i), acquired);
        }
        protocol.send("ready");
        protocol.runCommands(command -> {});
    }

    private static ElectionSystem baton(String url, String id) {
        Baton baton = Baton.connect(url);
        return (election, acquired) -> {
            Candidate candidate = baton.election(election)
                    .candidate(CandidateSettings.builder().instanceId(id).build());
            candidate.onAcquired(leadership -> acquired.accept(election));
            candidate.start();
        };
    }

    private static CuratorFramework curator(String addresses) {
        CuratorFramework curator =
                CuratorFrameworkFactory.newClient(addresses, SESSION_MILLIS, SESSION_MILLIS, new RetryOneTime(100));
        curator.start();
        return curator;
    }

    private static ElectionSystem latches(CuratorFramework curator, String id) {
        return (election, acquired) -> {
            LeaderLatch latch = new LeaderLatch(curator, "/latches/" + election, id);
            latch.addListener(new LeaderLatchListener() {
                @Override
                public void isLeader() {
                    acquired.accept(election);
                }

                @Override
                public void notLeader() {}
            });
            latch.start();
        };
    }

    private static ElectionSystem initiators(CuratorFramework curator, String id) {
        return (election, acquired) -> new LeaderInitiator(
                        curator,
                        new DefaultCandidate(id, election) {
                            @Override
                            public void onGranted(Context context) {
                                acquired.accept(election);
                            }
                        },
                        "/spring")
                .start();
    }

    /** The servers are {@code KUBECONFIG#NAMESPACE}. */
    private static ElectionSystem electors(String servers, String id) {
        String[] parts = servers.split("#", 2);
        KubernetesClient client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(new File(parts[0])))
                .build();
        return (election, acquired) -> {
            var unused = client.leaderElector()
                    .withConfig(new LeaderElectionConfigBuilder()
                            .withName(election)
                            .withLock(new LeaseLock(parts[1], "native-" + election, id))
                            .withLeaseDuration(LEASE)
                            .withRenewDeadline(RENEW_DEADLINE)
                            .withRetryPeriod(RETRY)
                            .withReleaseOnCancel(true)
                            .withLeaderCallbacks(
                                    new LeaderCallbacks(() -> acquired.accept(election), () -> {}, leader -> {}))
                            .build())
                    .build()
                    .start();
        };
    }
}
