package dev.baton.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** fabric8's {@code LeaderElector}. */
final class Fabric8Elector implements ForeignElector {
    private final KubernetesClient client;
    private final CompletableFuture<?> running;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile boolean leads;
    private volatile long leadsSince;
    private volatile long leadsUntil;

    Fabric8Elector(KubernetesClient client, String namespace, String election, String identity) {
        this.client = client;
        running = client.leaderElector()
                .withConfig(new LeaderElectionConfigBuilder()
                        .withName(election)
                        .withLock(new LeaseLock(namespace, LeaseNames.election(election), identity))
                        .withLeaseDuration(Duration.ofSeconds(3))
                        .withRenewDeadline(Duration.ofSeconds(2))
                        .withRetryPeriod(Duration.ofMillis(200))
                        .withReleaseOnCancel(true)
                        .withLeaderCallbacks(new LeaderCallbacks(this::started, this::ended, leader -> {}))
                        .build())
                .build()
                .start();
    }

    private void started() {
        leadsSince = System.nanoTime();
        leads = true;
    }

    private void ended() {
        leadsUntil = System.nanoTime();
        leads = false;
        stopped.countDown();
    }

    @Override
    public boolean leads() {
        return leads;
    }

    @Override
    public long leadsSince() {
        return leadsSince;
    }

    @Override
    public long resign() throws Exception {
        running.cancel(true);
        if (!stopped.await(30, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the elector does not stop");
        }
        return leadsUntil;
    }

    @Override
    public void close() {
        running.cancel(true);
        client.close();
    }
}
