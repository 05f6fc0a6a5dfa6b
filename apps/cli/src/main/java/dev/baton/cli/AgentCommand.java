package dev.baton.cli;

import dev.baton.node.agent.AgentSettings;
import dev.baton.node.agent.JobAgent;
import dev.baton.support.text.Names;
import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.LoggerFactory;

/** {@code baton agent}: leases jobs and runs their commands. */
final class AgentCommand {
    static final String HELP = """
            Leases jobs from a job controller and runs their commands, one at a time, until TERM or INT. Sends requests to
              any of the given nodes and follows the leader that they name.
            --name NAME  The name of this agent. Every agent needs its own.
            --ttl D      Time after which the controller ends a lease that is not renewed (default: 30).
            --poll D     How long one request for work waits (default: 20).
            """ + LeashChoice.HELP + NodeOptions.HELP + """
            --leashed    Stop when stdin ends. Used by baton node.
            """;

    private AgentCommand() {}

    static int run(Invocation call) {
        CommandLog.showInfo("dev.baton");
        String name = call.text("--name")
                .orElseThrow(() -> new UsageException("baton agent needs --name NAME, different for every agent"));
        AgentSettings settings = new AgentSettings(
                Names.check("--name", name),
                NodeOptions.urls(call),
                call.duration("--poll").orElse(Duration.ofSeconds(20)),
                call.duration("--ttl").orElse(Duration.ofSeconds(30)));
        JobAgent agent = new JobAgent(
                settings,
                NodeOptions.client(call),
                new LeashedJobCommands(call.text("--leash").orElse("auto")));
        StopSignals.handle(signal -> stop(agent));
        if (call.has("--leashed")) {
            NamedThreads.start("agent-leash", () -> stopAtEndOfInput(agent));
        }
        agent.run();
        return ExitCode.DONE;
    }

    /** The supervisor closes stdin, or writes to it, to stop this worker. */
    private static void stopAtEndOfInput(JobAgent agent) {
        try {
            System.in.read();
        } catch (IOException closed) {
            // The same as the end of the input.
        }
        stop(agent);
    }

    private static void stop(JobAgent agent) {
        try {
            agent.stop();
        } catch (InterruptedException interrupted) {
            LoggerFactory.getLogger("dev.baton")
                    .warn("interrupted while stopping; the command of a job may still run", interrupted);
        }
        Runtime.getRuntime().halt(0);
    }
}
