package dev.baton.lab.mixed.program;

import dev.baton.lab.LineProtocol;
import dev.baton.support.thread.NamedThreads;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.io.File;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A program with fabric8's {@code LeaderElector} in each of several elections; {@link ProgramPlan} has its arguments. The
 * servers are {@code KUBECONFIG#NAMESPACE#LEASE_SECONDS}. The command {@code leave ELECTION} cancels an elector. One that
 * has ended is started again a moment later.
 */
public final class MixedElectors {
    private static final int RESTART_MILLIS = 2_000;

    private final ProgramPlan plan;
    private final KubernetesClient client;
    private final String namespace;
    private final Duration lease;
    private final LeadReadings readings;
    private final AtomicLong tenures = new AtomicLong();
    private final Map<String, CompletableFuture<?>> running = new LinkedHashMap<>();
    private final ScheduledExecutorService restarts = NamedThreads.scheduler("restarts");

    private MixedElectors(
            ProgramPlan plan, KubernetesClient client, String namespace, Duration lease, LeadReadings readings) {
        this.plan = plan;
        this.client = client;
        this.namespace = namespace;
        this.lease = lease;
        this.readings = readings;
    }

    public static void main(String[] args) throws Exception {
        ProgramPlan plan = ProgramPlan.parse(args);
        String[] servers = plan.servers().split("#", 3);
        Config config = Config.fromKubeconfig(new File(servers[0]));
        try (ReadingsFile file = new ReadingsFile(plan.readings());
                LeadReadings readings = new LeadReadings(file::add)) {
            try (KubernetesClient client =
                    new KubernetesClientBuilder().withConfig(config).build()) {
                new MixedElectors(plan, client, servers[1], Duration.ofSeconds(Long.parseLong(servers[2])), readings)
                        .run();
            }
        }
        System.exit(0);
    }

    private void run() throws Exception {
        plan.elections().forEach(this::start);
        new LineProtocol().runCommands(command -> cancel(command.split(" ", 2)[1]));
        restarts.shutdownNow();
        plan.elections().forEach(this::cancel);
    }

    private synchronized void cancel(String election) {
        CompletableFuture<?> elector = running.get(election);
        if (elector != null) {
            elector.cancel(true);
        }
    }

    private synchronized void start(String election) {
        AtomicBoolean leads = new AtomicBoolean();
        CompletableFuture<?> elector = client.leaderElector()
                .withConfig(new LeaderElectionConfigBuilder()
                        .withName(election)
                        .withLock(new LeaseLock(namespace, election, plan.holder()))
                        .withLeaseDuration(lease)
                        .withRenewDeadline(lease.multipliedBy(2).dividedBy(3))
                        .withRetryPeriod(lease.dividedBy(8))
                        .withReleaseOnCancel(true)
                        .withLeaderCallbacks(new LeaderCallbacks(
                                () -> {
                                    leads.set(true);
                                    readings.add(election, plan.holder(), tenures.incrementAndGet(), leads::get);
                                },
                                () -> leads.set(false),
                                leader -> {}))
                        .build())
                .build()
                .start();
        running.put(election, elector);
        elector.whenComplete((done, failed) -> {
            if (!restarts.isShutdown()) {
                restarts.schedule(() -> start(election), RESTART_MILLIS, TimeUnit.MILLISECONDS);
            }
        });
    }
}
