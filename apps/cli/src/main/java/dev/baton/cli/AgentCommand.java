package dev.baton.cli;

import dev.baton.node.agent.AgentSettings;
import dev.baton.node.agent.JobAgent;
import dev.baton.support.text.Names;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code baton agent}: leases jobs and runs their commands. */
final class AgentCommand implements Subcommand {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = OptionReader.command(
                "agent",
                "Leases jobs from a node controller and runs their commands, one at a time, until TERM or INT. It asks"
                        + " any node it knows and follows the leader they name.");
        OptionReader.text(spec, "--name", "NAME", "Its name, one of its own.");
        OptionReader.text(spec, "--ttl", "D", "How long a lease lasts without news of this agent (default: 30).");
        OptionReader.text(spec, "--poll", "D", "How long one request for work waits (default: 20).");
        OptionReader.flag(spec, "--leashed", "End with the standard input; for baton node.");
        NodeOptions.addTo(spec);
        return spec;
    }

    @Override
    public int run(Invocation call) {
        ParseResult given = call.given();
        System.setProperty("org.slf4j.simpleLogger.log.dev.baton", "info");
        String name = OptionReader.text(given, "--name")
                .orElseThrow(() -> new UsageException("baton agent needs --name NAME, a name of its own"));
        AgentSettings settings = new AgentSettings(
                Names.check("agent name", name),
                NodeOptions.urls(given),
                OptionReader.duration(given, "--poll").orElse(Duration.ofSeconds(20)),
                OptionReader.duration(given, "--ttl").orElse(Duration.ofSeconds(30)));
        JobAgent agent = new JobAgent(
                settings, NodeOptions.client(given, call.around().environment()), new LeashedJobCommands());
        StopSignals.tell(signal -> end(agent));
        if (OptionReader.has(given, "--leashed")) {
            Thread leash = new Thread(() -> awaitWord(agent), "agent-leash");
            leash.setDaemon(true);
            leash.start();
        }
        agent.run();
        return ExitCode.DONE;
    }

    /** Any word on the channel, and its end, means that this worker has to go. */
    private static void awaitWord(JobAgent agent) {
        try {
            System.in.read();
        } catch (IOException cut) {
            // The same as its end.
        }
        end(agent);
    }

    private static void end(JobAgent agent) {
        try {
            agent.stop();
        } catch (InterruptedException impossible) {
            LoggerFactory.getLogger("dev.baton").warn("the command of a job may be left", impossible);
        }
        Runtime.getRuntime().halt(0);
    }
}
