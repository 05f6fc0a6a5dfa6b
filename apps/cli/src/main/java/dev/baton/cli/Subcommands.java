package dev.baton.cli;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** All subcommands by name. Each is created only when it is needed, to keep the start-up short. */
final class Subcommands {
    private static final String NAMES = "run once shards sidecar acquire status watch history transfer keys doctor"
            + " quorum node agent jobs agents role drain console demo completion man";

    private Subcommands() {}

    /** Returns the documented names. */
    static List<String> names() {
        return List.of(NAMES.split(" "));
    }

    static @Nullable Subcommand named(String name) {
        return switch (name) {
            case "run" -> new Subcommand(RunCommand.HELP, RunCommand::run);
            case "once" -> new Subcommand(OnceCommand.HELP, OnceCommand::run);
            case "shards" -> new Subcommand(ShardsCommand.HELP, ShardsCommand::run);
            case "sidecar" -> new Subcommand(SidecarCommand.HELP, SidecarCommand::run);
            case "acquire" -> new Subcommand(AcquireCommand.HELP, AcquireCommand::run);
            case "status" -> new Subcommand(StatusCommand.HELP, StatusCommand::run);
            case "watch" -> new Subcommand(WatchCommand.HELP, WatchCommand::run);
            case "history" -> new Subcommand(HistoryCommand.HELP, HistoryCommand::run);
            case "transfer" -> new Subcommand(TransferCommand.HELP, TransferCommand::run);
            case "keys" -> new Subcommand(KeysCommand.HELP, KeysCommand::run);
            case "doctor" -> new Subcommand(DoctorCommand.HELP, DoctorCommand::run);
            case "quorum" -> new Subcommand(QuorumCommand.HELP, QuorumCommand::run);
            case "node" -> new Subcommand(NodeCommand.HELP, NodeCommand::run);
            case "controller" -> new Subcommand(NodeCommand.CONTROLLER_HELP, NodeCommand::controller);
            case "agent" -> new Subcommand(AgentCommand.HELP, AgentCommand::run);
            case "jobs" -> new Subcommand(JobControllerCommands.JOBS_HELP, JobControllerCommands::jobs);
            case "agents" -> new Subcommand(JobControllerCommands.AGENTS_HELP, JobControllerCommands::agents);
            case "role" -> new Subcommand(RoleCommand.HELP, RoleCommand::run);
            case "drain" -> new Subcommand(DrainCommand.HELP, DrainCommand::run);
            case "console" -> new Subcommand(ConsoleCommand.HELP, ConsoleCommand::run);
            case "demo" -> new Subcommand(DemoCommand.HELP, DemoCommand::run);
            case "demo-candidate" -> new Subcommand(RunCommand.HELP, DemoCandidate::run);
            case "completion" -> new Subcommand(CompletionCommand.HELP, CompletionCommand::run);
            case "man" -> new Subcommand(ManCommand.HELP, ManCommand::run);
            default -> null;
        };
    }

    /** Returns the root command with every documented subcommand. */
    static CommandSpec root() {
        CommandSpec root = bareRoot();
        for (String name : names()) {
            Subcommand command = Objects.requireNonNull(named(name), name);
            root.addSubcommand(name, CommandSyntax.parse("baton " + name, command.help()));
        }
        return root;
    }

    /** Returns the root command without subcommands. */
    static CommandSpec bareRoot() {
        CommandSpec root = CommandSyntax.parse(
                "baton", "Leader election: of many instances, at most one acts, and a former leader can do no harm.");
        root.addOption(OptionSpec.builder("--version")
                .versionHelp(true)
                .description("Show the version and exit.")
                .build());
        return root;
    }
}
