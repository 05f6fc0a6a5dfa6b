package dev.baton.cli;

import dev.baton.Baton;
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
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
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
            return run(call, baton, timing, () -> Shards.of(baton, name, count, weighted.withReplica(replica)));
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

    private static int run(Invocation call, Baton baton, CandidateTiming timing, Supplier<Shards> factory) {
        try (Shards shards = Invocation.checked("--count", factory)) {
            ShardCommands commands = new ShardCommands(
                    Leash.of(LeashChoice.of(call, call.command()).level(), timing, call.command()),
                    call,
                    baton,
                    ConcurrentHashMap.newKeySet());
            CompletableFuture<Integer> outcome = new CompletableFuture<>();
            StopSignals.handleJobControl(commands::signal);
            StopSignals.handle(commands::signal, () -> outcome.complete(ExitCode.DONE));
            shards.whileOwning(commands::run).start();
            shards.refused().thenAccept(reason -> {
                call.context().error(reason);
                outcome.complete(ExitCode.USAGE);
            });
            return outcome.join();
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
