package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.CandidateSettings;
import dev.baton.Leadership;
import dev.baton.reconcile.shards.ShardSettings;
import dev.baton.reconcile.shards.Shards;
import dev.baton.spi.CandidateTiming;
import dev.baton.support.text.Names;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** {@code baton shards}: shares work in shards with other instances, and runs a command for each shard it owns. */
final class ShardsCommand {
    static final String HELP = """
            Usage: baton shards [OPTIONS] NAME --count K -- CMD ARG...
            Distributes shards over all instances with the same NAME, and runs CMD once for every shard that this instance
              owns, with the number of the shard in BATON_SHARD. Runs until TERM or INT.

            Each shard is an election of its own, NAME:NUMBER. CMD also gets BATON_ELECTION, BATON_EPOCH, BATON_TENURE and
              BATON_LEADER_ID, and is ended before its shard moves, as with baton run.
            """ + StoreOptions.HELP + """
            --count K     The number of shards, the same for all instances.
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
        int count = call.integer("--count")
                .orElseThrow(() -> new UsageException("baton shards needs --count K, the number of shards"));
        if (call.command().isEmpty()) {
            throw new UsageException("baton shards needs a command, for example: baton shards " + name + " --count "
                    + count + " -- ./work.sh");
        }
        String url = StoreOptions.url(call);
        CandidateSettings replica = CandidateOptions.from(call, url);
        int weight = call.integer("--weight").orElse(1);
        ShardSettings settings = Invocation.checked(
                "--weight", () -> ShardSettings.defaults().withReplica(replica).withWeight(weight));
        CommandLog.showInfo("dev.baton");
        try (Baton baton = Baton.connect(url);
                Shards shards = Invocation.checked("--count", () -> Shards.of(baton, name, count, settings))) {
            CandidateTiming timing = CandidateOptions.check(replica, baton.backend());
            ShardCommands commands = new ShardCommands(
                    Leash.of(LeashChoice.of(call, call.command()).level(), timing, call.command()),
                    call,
                    baton,
                    ConcurrentHashMap.newKeySet());
            CompletableFuture<Integer> outcome = new CompletableFuture<>();
            StopSignals.handleJobControl(commands::signal);
            StopSignals.handle(commands::signal, () -> outcome.complete(ExitCode.DONE));
            shards.whileOwning(commands::run).start();
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
