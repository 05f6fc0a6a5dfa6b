package dev.baton.lab.kubernetes;

import dev.baton.lab.LineProtocol;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.io.File;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A program that runs fabric8's {@code LeaderElector} with the usual durations: {@code KUBECONFIG NAMESPACE LEASE ID}. Sends
 * {@code waiting} when it knows the leader and {@code acquired NANOS} when it becomes leader. The command {@code yield}
 * cancels the elector; the reply is {@code from NANOS}, the time before the call.
 */
public final class Fabric8Process {
    private static final Duration LEASE = Duration.ofSeconds(15);
    private static final Duration RENEW_DEADLINE = Duration.ofSeconds(10);
    private static final Duration RETRY = Duration.ofSeconds(2);

    private Fabric8Process() {}

    public static void main(String[] args) throws Exception {
        LineProtocol protocol = new LineProtocol();
        AtomicBoolean waiting = new AtomicBoolean();
        Config config = Config.fromKubeconfig(new File(args[0]));
        try (KubernetesClient client =
                new KubernetesClientBuilder().withConfig(config).build()) {
            CompletableFuture<?> running = client.leaderElector()
                    .withConfig(new LeaderElectionConfigBuilder()
                            .withName(args[2])
                            .withLock(new LeaseLock(args[1], args[2], args[3]))
                            .withLeaseDuration(LEASE)
                            .withRenewDeadline(RENEW_DEADLINE)
                            .withRetryPeriod(RETRY)
                            .withReleaseOnCancel(true)
                            .withLeaderCallbacks(new LeaderCallbacks(
                                    () -> protocol.send("acquired " + System.nanoTime()), () -> {}, leader -> {
                                        if (waiting.compareAndSet(false, true)) {
                                            protocol.send("waiting");
                                        }
                                    }))
                            .build())
                    .build()
                    .start();
            protocol.runCommands(command -> {
                long from = System.nanoTime();
                running.cancel(true);
                protocol.send("from " + from);
            });
        }
    }
}
