package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.CandidateSettings;
import dev.baton.Leadership;
import dev.baton.cli.LeashedCommand.Leash;
import dev.baton.reconcile.shards.ShardSettings;
import dev.baton.reconcile.shards.Shards;
import dev.baton.spi.CandidateTiming;
import dev.baton.support.text.Names;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code baton shards}: takes part in work split into shards, and runs a command for each one it owns. */
final class ShardsCommand implements Subcommand {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = OptionReader.command(
                "shards",
                "Splits work into shards over all instances that say the same, and runs CMD once for every shard this"
                        + " instance owns, with its number in BATON_SHARD; until TERM or INT.",
                "",
                "Each shard is an election NAME:NUMBER of its own: CMD gets BATON_ELECTION, BATON_EPOCH and"
                        + " BATON_LEADER_ID too, and is ended before its shard is handed over, as with baton run.");
        spec.usageMessage().customSynopsis("baton shards [OPTIONS] NAME --count K -- CMD ARG...");
        StoreOptions.addTo(spec);
        OptionReader.text(spec, "--count", "K", "How many shards there are; the same for all instances.");
        OptionReader.text(spec, "--weight", "W", "The share of this instance beside the others' (default: 1).");
        OptionReader.text(spec, "--id", "ID", "The instance id (default: BATON_INSTANCE_ID, else a new one).");
        OptionReader.text(
                spec,
                "--priority",
                "N",
                "Shards go to the healthy instances of the highest priority that is there (default: 0).");
        TimingOptions.addTo(spec);
        OptionReader.text(
                spec,
                "--health-command",
                "CMD",
                "Asked every second with sh -c: when it fails or takes over 5 s, this instance gives up its shards.");
        OptionReader.flag(
                spec, "--respawn", "Run CMD again when it ends by itself; else once in every reign of a shard.");
        OptionReader.election(spec, true);
        return spec;
    }

    @Override
    public int run(Invocation call) {
        ParseResult given = call.given();
        String name = Names.check("shards", OptionReader.parameter(given).orElseThrow());
        int count = OptionReader.integer(given, "--count")
                .orElseThrow(() -> new UsageException("baton shards needs --count K, the number of shards"));
        if (call.command().isEmpty()) {
            throw new UsageException(
                    "baton shards needs a command, e.g. baton shards " + name + " --count " + count + " -- ./work.sh");
        }
        String url = StoreOptions.url(given, call.around().environment(), false);
        CandidateSettings replica = RunSettings.from(given, url);
        ShardSettings settings = ShardSettings.defaults()
                .withReplica(replica)
                .withWeight(OptionReader.integer(given, "--weight").orElse(1));
        System.setProperty("org.slf4j.simpleLogger.log.dev.baton", "info");
        try (Baton baton = Baton.connect(url);
                Shards shards = Shards.of(baton, name, count, settings)) {
            CandidateTiming timing = CandidateTiming.of(replica, baton.backend().defaults());
            Commands commands = new Commands(
                    Leash.fitting(timing, call.command()), OptionReader.has(given, "--respawn"), baton, call.around());
            CompletableFuture<Integer> outcome = new CompletableFuture<>();
            StopSignals.tellOfPauses(commands::signal);
            StopSignals.tell(signal -> {
                if (signal.equals("INT")) {
                    commands.signal("INT");
                }
                outcome.complete(ExitCode.DONE);
            });
            shards.whileOwning(commands::run).start();
            return outcome.join();
        }
    }

    /** The command of every shard that is owned now. */
    private record Commands(
            Leash leash, boolean respawn, Baton baton, CommandContext around, Set<CommandWork> running) {

        Commands(Leash leash, boolean respawn, Baton baton, CommandContext around) {
            this(leash, respawn, baton, around, ConcurrentHashMap.newKeySet());
        }

        void run(int shard, Leadership leadership) throws Exception {
            CommandWork work =
                    new CommandWork(leash.with("BATON_SHARD", Integer.toString(shard)), respawn, baton.backend());
            running.add(work);
            try {
                work.run(leadership);
                work.exit().whenComplete((code, notStarted) -> {
                    if (notStarted != null) {
                        around.complain("shard " + shard + ": " + notStarted.getMessage());
                    } else if (code != 0) {
                        around.complain("the command of shard " + shard + " ended with " + code);
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
