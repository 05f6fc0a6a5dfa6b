package dev.baton.kubernetes;

import dev.baton.BatonClock;
import dev.baton.ConnectionException;
import dev.baton.LeaderInfo;
import dev.baton.LockException;
import dev.baton.Registration;
import dev.baton.Tenure;
import dev.baton.kubernetes.api.KubeApi;
import dev.baton.spi.Backend;
import dev.baton.spi.BackendDefaults;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.Claim;
import dev.baton.spi.CommandRecords;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.FailoverTimes;
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.Roster;
import dev.baton.spi.RunningCommand;
import dev.baton.spi.StoreCheck;
import dev.baton.support.text.Names;
import dev.baton.support.thread.NamedThreads;
import dev.baton.support.thread.StoreThreads;
import dev.baton.support.time.UnchangedTimer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The Kubernetes backend: one Lease for each election. */
public final class KubernetesBackend implements Backend, CommandRecords {
    static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final int RENEWAL_THREADS = 16;
    private static final String POD_NAME = "HOSTNAME";

    private final KubernetesContext context;
    private final LocalCandidacies local = new LocalCandidacies();
    private final LeaseChanges changes;
    private final LeaseMirror mirror;
    private final LeaseRosters roster;
    private final ExecutorService renewals = NamedThreads.pool("baton-kubernetes-renewals", RENEWAL_THREADS);

    private KubernetesBackend(KubernetesUrl url, BatonClock clock) {
        KubernetesOptions options = url.options();
        KubeApi api = KubeApi.open(url.connection(), options.requestTimeout());
        this.context = new KubernetesContext(
                api,
                options,
                clock,
                new HeldTenures(),
                new UnchangedTimer<>(),
                new StoreThreads("baton-kubernetes", () -> new ConnectionException("the connection is closed")));
        this.changes = new LeaseChanges(context, local);
        this.mirror = new LeaseMirror(api, options.renewInterval());
        this.roster = new LeaseRosters(context, LeaseRosters.owner(System.getenv()));
    }

    /** Opens the store. Connects to nothing yet. */
    public static KubernetesBackend open(String url, BatonClock clock) {
        return new KubernetesBackend(KubernetesUrl.parse(url), clock);
    }

    KubernetesContext context() {
        return context;
    }

    @Override
    public String describe() {
        return context.shown();
    }

    @Override
    public BackendDefaults defaults() {
        return context.options().backendDefaults();
    }

    /** Returns the name of the pod with a unique part: a container that restarts is another instance. */
    @Override
    public String newInstanceId() {
        String unique = UUID.randomUUID().toString();
        return Optional.ofNullable(System.getenv(POD_NAME))
                .filter(pod -> System.getenv("KUBERNETES_SERVICE_HOST") != null && Names.isName(pod + "_" + unique))
                .map(pod -> pod + "_" + unique)
                .orElse(unique);
    }

    @Override
    public Contender contend(ContenderSettings settings) {
        Names.check("election", settings.election());
        Names.check("instance id", settings.instanceId());
        KubernetesContender contender = new KubernetesContender(context, settings, local);
        local.add(contender);
        mirror.start(changes);
        return contender;
    }

    @Override
    public CompletionStage<Map<Claim, RenewOutcome>> renew(List<Claim> claims) {
        Map<Claim, CompletableFuture<RenewOutcome>> answers = new HashMap<>();
        long deadline = System.nanoTime() + context.options().requestTimeout().toNanos();
        claims.forEach(claim -> answers.put(claim, renew(claim, deadline)));
        return CompletableFuture.allOf(answers.values().toArray(CompletableFuture[]::new))
                .thenApply(done -> {
                    Map<Claim, RenewOutcome> outcomes = new HashMap<>();
                    answers.forEach((claim, answer) -> outcomes.put(claim, answer.join()));
                    return outcomes;
                });
    }

    /** A renewal that waited too long for its turn is left out, so that the next round finds free threads. */
    private CompletableFuture<RenewOutcome> renew(Claim claim, long deadline) {
        try {
            return CompletableFuture.<RenewOutcome>supplyAsync(
                            () -> {
                                if (System.nanoTime() - deadline > 0) {
                                    throw new LockException("too many renewals wait for "
                                            + context.api().server());
                                }
                                return new LeaseRenewals(context).renew(claim);
                            },
                            renewals)
                    .exceptionally(failed -> new RenewOutcome.Unknown(context.failure(claim.election(), failed)));
        } catch (RejectedExecutionException closed) {
            return CompletableFuture.completedFuture(new RenewOutcome.Unknown(
                    context.failure(claim.election(), new LockException("the connection is closed"))));
        }
    }

    @Override
    public CompletionStage<Optional<LeaderInfo>> observe(String election) {
        Names.check("election", election);
        return context.threads().read(() -> context.lease(election).flatMap(lease -> lease.leader(election)));
    }

    @Override
    public CompletionStage<List<String>> elections() {
        return context.threads().read(() -> {
            TreeSet<String> names = new TreeSet<>(roster.elections());
            context.api().list(ElectionLease.SELECTION).objects().stream()
                    .map(object -> new ElectionLease(object).election())
                    .filter(Names::isName)
                    .forEach(names::add);
            return List.copyOf(names);
        });
    }

    @Override
    public Registration watch(String election, LeaderWatcher watcher) {
        LeaseElectionObserver observer =
                new LeaseElectionObserver(Names.check("election", election), watcher, context, changes);
        changes.add(observer);
        mirror.start(changes);
        return observer;
    }

    @Override
    public Duration watchStaleness() {
        return context.options().renewInterval().plus(context.options().requestTimeout());
    }

    @Override
    public CompletionStage<List<Tenure>> history(String election) {
        Names.check("election", election);
        return context.threads()
                .read(() -> new OlderTenures(context.api())
                        .of(election, context.lease(election)).stream()
                                .map(LeaseTenure::tenure)
                                .toList());
    }

    @Override
    public Roster roster() {
        return roster;
    }

    @Override
    public FailoverTimes failover(CandidateTiming timing) {
        return context.options().failover(timing);
    }

    @Override
    public List<StoreCheck> selfTest() {
        return new KubernetesSelfTest(context).run();
    }

    @Override
    public CompletionStage<Boolean> record(String election, long epoch, RunningCommand command) {
        Names.check("election", election);
        return context.threads().submit(election, () -> new LeaseCommands(context).record(election, epoch, command));
    }

    @Override
    public CompletionStage<Void> clear(String election, RunningCommand command) {
        Names.check("election", election);
        return context.threads().run(election, () -> new LeaseCommands(context).clear(election, command));
    }

    @Override
    public void close() {
        mirror.close();
        roster.remove();
        renewals.shutdown();
        context.threads().close();
        context.api().close();
    }
}
