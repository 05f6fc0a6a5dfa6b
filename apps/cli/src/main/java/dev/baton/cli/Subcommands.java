package dev.baton.cli;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** All subcommands by name. Each is created only when it is needed, to keep the start-up short. */
final class Subcommands {
    private static final List<String> NAMES = List.of(("run shards acquire status watch history transfer keys doctor"
                    + " quorum node agent jobs agents role drain console demo completion")
            .split(" "));

    private Subcommands() {}

    /** Returns the documented names. */
    static List<String> names() {
        return NAMES;
    }

    static @Nullable Subcommand named(String name) {
        return switch (name) {
            case "run" -> new RunCommand();
            case "shards" -> new ShardsCommand();
            case "acquire" -> new AcquireCommand();
            case "status" -> new StatusCommand();
            case "watch" -> new WatchCommand();
            case "history" -> new HistoryCommand();
            case "transfer" -> new TransferCommand();
            case "keys" -> new KeysCommand();
            case "doctor" -> new DoctorCommand();
            case "quorum" -> new QuorumCommand();
            case "node" -> new NodeCommand();
            case "controller" -> new ControllerCommand();
            case "agent" -> new AgentCommand();
            case "jobs" -> new JobsCommand();
            case "agents" -> new AgentsCommand();
            case "role" -> new RoleCommand();
            case "drain" -> new DrainCommand();
            case "console" -> new ConsoleCommand();
            case "demo" -> new DemoCommand();
            case "completion" -> new CompletionCommand();
            default -> null;
        };
    }

    /** Returns the root command with every documented subcommand. */
    static CommandSpec root() {
        CommandSpec root = bareRoot();
        for (String name : NAMES) {
            root.addSubcommand(
                    name, Objects.requireNonNull(named(name), name).syntax().spec());
        }
        return root;
    }

    /** Returns the root command without subcommands. */
    static CommandSpec bareRoot() {
        CommandSpec root = new CommandSyntax(
                        "baton",
                        "Leader election: of many instances, at most one acts, and a former leader can do no harm.")
                .spec();
        root.addOption(OptionSpec.builder("--version")
                .versionHelp(true)
                .description("Show the version and exit.")
                .build());
        return root;
    }
}
