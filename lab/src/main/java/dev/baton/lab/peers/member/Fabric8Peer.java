package dev.baton.lab.peers.member;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.io.File;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** fabric8's {@code LeaderElector} with the usual durations. It counts as leader between its two callbacks. */
public final class Fabric8Peer implements ElectionSystem {
    private static final Duration LEASE = Duration.ofSeconds(15);
    private static final Duration RENEW_DEADLINE = Duration.ofSeconds(10);
    private static final Duration RETRY = Duration.ofSeconds(2);
    private static final long JOIN_SECONDS = 60;

    private final KubernetesClient client;
    private final String namespace;
    private final String id;

    /** @param url {@code kubernetes:NAMESPACE?kubeconfig=FILE}, as for Baton */
    public Fabric8Peer(String url, String id) {
        String[] parts = url.split("[:?=]", 4);
        this.namespace = parts[1];
        this.id = id;
        this.client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(new File(parts[3])))
                .build();
    }

    @Override
    public ElectionMember join(String election, Runnable acquired) throws Exception {
        AtomicBoolean leads = new AtomicBoolean();
        CompletableFuture<String> firstLeader = new CompletableFuture<>();
        LeaderCallbacks callbacks = new LeaderCallbacks(
                () -> {
                    leads.set(true);
                    acquired.run();
                },
                () -> leads.set(false),
                firstLeader::complete);
        CompletableFuture<?> running = client.leaderElector()
                .withConfig(new LeaderElectionConfigBuilder()
                        .withName(election)
                        .withLock(new LeaseLock(namespace, election, id))
                        .withLeaseDuration(LEASE)
                        .withRenewDeadline(RENEW_DEADLINE)
                        .withRetryPeriod(RETRY)
                        .withReleaseOnCancel(true)
                        .withLeaderCallbacks(callbacks)
                        .build())
                .build()
                .start();
        firstLeader.get(JOIN_SECONDS, TimeUnit.SECONDS);
        return new ElectionMember() {
            @Override
            public boolean leads() {
                return leads.get();
            }

            @Override
            public void release() {
                running.cancel(true);
            }
        };
    }

    @Override
    public void close() {
        client.close();
    }
}
