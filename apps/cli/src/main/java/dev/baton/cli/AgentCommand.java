package dev.baton.cli;

import dev.baton.node.agent.AgentSettings;
import dev.baton.node.agent.JobAgent;
import dev.baton.node.channel.ChannelMessage;
import dev.baton.node.channel.ControlChannel;
import dev.baton.support.text.Names;
import dev.baton.support.thread.NamedThreads;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/** {@code baton agent}: leases jobs and runs their commands. */
final class AgentCommand {
    static final String HELP = """
            Leases jobs from a job controller and runs their commands until TERM or INT. Then it ends the commands and gives
              their jobs back. Sends requests to any of the given nodes and follows the leader that they name.
            --name NAME   The name of this agent. Every agent needs its own.
            --capacity N  How many jobs run at the same time (default: 1).
            --labels L,L  The labels of this agent. It runs only jobs that require no others.
            --ttl D       Time after which the controller ends a lease that is not renewed (default: three times the
                          longest takeover of the nodes).
            --poll D      How long one request for work waits (default: 20).
            """ + LeashChoice.HELP + NodeOptions.HELP + """
            --leashed    Stop when stdin ends. Used by baton node.
            """;

    /** Without a leader, the jobs return to the queue when their leases expire. */
    private static final Duration GIVE_BACK = Duration.ofSeconds(5);

    /** The node waits for its worker before it ends. */
    private static final Duration WORKER_GIVE_BACK = Duration.ofSeconds(2);

    private AgentCommand() {}

    static int run(Invocation call) throws InterruptedException {
        CommandLog.showInfo("dev.baton");
        String name = call.text("--name")
                .orElseThrow(() -> new UsageException("baton agent needs --name NAME, different for every agent"));
        AgentSettings settings = new AgentSettings(
                Names.check("--name", name),
                call.duration("--poll").orElse(Duration.ofSeconds(20)),
                call.duration("--ttl"),
                call.integer("--capacity").orElse(1),
                NodeOptions.labels(call, "--labels"));
        JobAgent agent = new JobAgent(
                settings,
                NodeOptions.client(call),
                new LeashedJobCommands(call.text("--leash").orElse("auto")));
        StopSignals.handle(signal -> stop(agent, GIVE_BACK));
        if (call.has("--leashed")) {
            NamedThreads.start("agent-leash", () -> stopAtEndOfInput(agent));
        }
        agent.run();
        return ExitCode.DONE;
    }

    /** The supervisor stops this worker with a message. The end of stdin means that the supervisor has died. */
    private static void stopAtEndOfInput(JobAgent agent) {
        ControlChannel supervisor = new ControlChannel(System.in, OutputStream.nullOutputStream());
        Optional<ChannelMessage> message = supervisor.receive();
        while (message.filter(request -> request.verb().equals("finish")).isPresent()) {
            agent.finish();
            message = supervisor.receive();
        }
        boolean leave =
                message.filter(request -> request.verb().equals("leave")).isPresent();
        stop(agent, leave ? WORKER_GIVE_BACK : Duration.ZERO);
    }

    private static void stop(JobAgent agent, Duration giveBack) {
        try {
            agent.stop(giveBack);
        } catch (InterruptedException interrupted) {
            LoggerFactory.getLogger("dev.baton")
                    .warn("interrupted while stopping; the command of a job may still run", interrupted);
        }
        Runtime.getRuntime().halt(0);
    }
}
