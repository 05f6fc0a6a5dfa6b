package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.BatonException;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.Leadership;
import dev.baton.reconcile.shards.ShardResize;
import dev.baton.reconcile.shards.ShardSettings;
import dev.baton.reconcile.shards.Shards;
import dev.baton.spi.BackendDefaults;
import dev.baton.spi.CandidateTiming;
import dev.baton.support.text.Names;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** {@code baton shards}: shares work in shards with other instances, and runs a command for each shard it owns. */
final class ShardsCommand {
    static final String HELP = """
            Usage: baton shards [OPTIONS] NAME (--count K -- CMD ARG... | --resize K)
            Distributes shards over all instances with the same NAME, and runs CMD once for every shard that this instance
              owns, with the number of the shard in BATON_SHARD. Runs until TERM or INT.

            Each shard is an election of its own, NAME:NUMBER. CMD also gets BATON_ELECTION, BATON_EPOCH, BATON_TENURE and
              BATON_LEADER_ID, and is ended before its shard moves, as with baton run.

            The first instance stores the number of shards; one with another number exits with 2. With --resize, the
              instances with the stored number end, and then the new number is stored: start the instances with it.
            """ + StoreOptions.HELP + """
            --count K     The number of shards, the same for all instances.
            --resize K    Change the stored number of shards to K. No shard of the old number is worked on any more when the
                          new one is stored.
            --wait D      How long --resize waits for the instances to end (default: 60).
            --weight W    The share of this instance, relative to the others (default: 1).
            """ + CandidateOptions.ID_HELP + """
            --priority N  Only the healthy instances with the highest priority own shards (default: 0).
            """
            + CandidateOptions.TIMING_HELP + """
            --health-command CMD  Health check, run every second with sh -c. If it fails or takes longer than 5 s, this
                                  instance releases its shards.
            """ + LeashChoice.HELP + CandidateOptions.LIVE_COMMAND_HELP + """
            --respawn     Run CMD again when it ends by itself. Otherwise CMD runs once per tenure of a shard.
            NAME          The name of the shards.
            """;

    /** How often a member that stays for a change reads whether it is complete. */
    private static final Duration CHANGE_POLL = Duration.ofMillis(500);

    private ShardsCommand() {}

    static int run(Invocation call) {
        String name = Names.check("NAME", call.parameter(0).orElseThrow());
        if (call.has("--resize")) {
            return resize(call, name);
        }
        int count = call.integer("--count")
                .orElseThrow(() -> new UsageException("baton shards needs --count K, the number of shards"));
        if (call.command().isEmpty()) {
            throw new UsageException("baton shards needs a command, for example: baton shards " + name + " --count "
                    + count + " -- ./work.sh");
        }
        String url = StoreOptions.url(call);
        CandidateSettingsBuilder options = CandidateOptions.from(call, url);
        int weight = call.integer("--weight").orElse(1);
        ShardSettings weighted =
                Invocation.checked("--weight", () -> ShardSettings.defaults().withWeight(weight));
        CommandLog.showInfo("dev.baton");
        try (Baton baton = Baton.connect(url)) {
            BackendDefaults store = baton.backend().defaults();
            CandidateSettings replica = CandidateOptions.fit(options, store);
            CandidateTiming timing = CandidateOptions.check(replica, store);
            Optional<ShardResize> change = GroupUrls.isQuorum(url)
                    ? Optional.of(new ShardResize(baton, name, replica, Duration.ZERO))
                    : Optional.empty();
            return run(call, baton, timing, () -> Shards.of(baton, name, count, weighted.withReplica(replica)), change);
        }
    }

    private static int resize(Invocation call, String name) {
        if (!call.command().isEmpty() || call.has("--count")) {
            throw new UsageException("baton shards --resize takes neither --count nor a command");
        }
        int count = call.integer("--resize").orElseThrow();
        String url = StoreOptions.url(call);
        CandidateSettingsBuilder options = CandidateOptions.from(call, url);
        Duration atMost = call.duration("--wait").orElse(Duration.ofSeconds(60));
        try (Baton baton = Baton.connect(url)) {
            CandidateSettings settings =
                    CandidateOptions.fit(options, baton.backend().defaults());
            ShardResize resize = new ShardResize(baton, name, settings, atMost);
            return Invocation.checked("--resize", () -> resize(call, resize, count));
        }
    }

    private static int resize(Invocation call, ShardResize resize, int count) {
        try {
            resize.to(count, line -> call.out().println(line));
            return ExitCode.DONE;
        } catch (TimeoutException | IllegalStateException refused) {
            return call.refuse(String.valueOf(refused.getMessage()));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return ExitCode.NO;
        }
    }

    /** @param change what a member of a group waits for before it leaves; empty on other stores */
    private static int run(
            Invocation call,
            Baton baton,
            CandidateTiming timing,
            Supplier<Shards> factory,
            Optional<ShardResize> change) {
        try (Shards shards = Invocation.checked("--count", factory)) {
            ShardCommands commands = new ShardCommands(
                    Leash.of(LeashChoice.of(call, call.command()).level(), timing, call.command()),
                    call,
                    baton,
                    ConcurrentHashMap.newKeySet());
            CompletableFuture<Integer> outcome = new CompletableFuture<>();
            CompletableFuture<Integer> stop = new CompletableFuture<>();
            StopSignals.handleJobControl(commands::signal);
            StopSignals.handle(commands::signal, () -> {
                stop.complete(ExitCode.DONE);
                outcome.complete(ExitCode.DONE);
            });
            shards.whileOwning(commands::run).start();
            shards.refused().thenAccept(reason -> {
                call.context().error(reason);
                outcome.complete(ExitCode.USAGE);
            });
            int code = outcome.join();
            if (code == ExitCode.USAGE && change.isPresent()) {
                stayForChange(call, baton, change.get(), stop);
            }
            return code;
        }
    }

    /**
     * The votes that a change of the number needs are those of the instances that it ends, so they stay members of the group
     * until it is complete, and for a moment longer: its last vote may still be on its way.
     */
    private static void stayForChange(
            Invocation call, Baton baton, ShardResize change, CompletableFuture<Integer> stop) {
        try {
            if (change.isUnderWay()) {
                call.context().error("this instance stays a member of the group until the change is complete");
                boolean stopped = false;
                while (!stopped && change.isUnderWay()) {
                    stopped = isDoneWithin(stop, CHANGE_POLL);
                }
                isDoneWithin(stop, baton.backend().watchStaleness());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (BatonException unreadable) {
            call.context().error("cannot find out whether the change is complete: " + unreadable.getMessage());
        }
    }

    private static boolean isDoneWithin(CompletableFuture<Integer> stop, Duration limit) throws InterruptedException {
        try {
            stop.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException notYet) {
            return false;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The commands of the shards that this instance owns now. */
    private record ShardCommands(Leash leash, Invocation call, Baton baton, Set<CommandWork> running) {

        void run(int shard, Leadership leadership) throws Exception {
            CommandWork work = new CommandWork(
                    leash.with("BATON_SHARD", Integer.toString(shard)),
                    call.has("--respawn"),
                    new CommandHold(baton.backend()),
                    () -> true,
                    warning -> call.context().error("shard " + shard + ": " + warning));
            running.add(work);
            try {
                work.run(leadership);
                work.exit().whenComplete((code, notStarted) -> {
                    if (notStarted != null) {
                        call.context().error("shard " + shard + ": " + notStarted.getMessage());
                    } else if (code != 0) {
                        call.context().error("the command of shard " + shard + " ended with exit code " + code);
                    }
                });
            } finally {
                running.remove(work);
            }
        }

        void signal(String name) {
            running.forEach(work -> work.signal(name));
        }
    }
}
