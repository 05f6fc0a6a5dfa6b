package dev.baton.cli;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** All subcommands by name; each is made only when it is asked for. */
final class Subcommands {
    private static final List<String> NAMES = List.of(
            "run",
            "shards",
            "acquire",
            "status",
            "watch",
            "history",
            "transfer",
            "keys",
            "doctor",
            "quorum",
            "node",
            "agent",
            "jobs",
            "agents",
            "role",
            "drain",
            "console",
            "demo",
            "completion");

    private Subcommands() {}

    /** The names that people are told of. */
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

    /** The root with every subcommand below it. */
    static CommandSpec addAllTo(CommandSpec root) {
        for (String name : NAMES) {
            root.addSubcommand(name, Objects.requireNonNull(named(name), name).spec());
        }
        return root;
    }
}
