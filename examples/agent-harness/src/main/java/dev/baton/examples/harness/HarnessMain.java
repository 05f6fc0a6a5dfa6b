package dev.baton.examples.harness;

import dev.baton.Baton;
import dev.baton.Candidate;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The harness as a program: {@code --relay PORT [--key KEY] [--on URL] [--think MS] [--heartbeat MS]}.
 *
 * <p>Its instance id is {@code BATON_INSTANCE_ID}, else minted. Stopped by TERM or INT it gives way at
 * once; when the relay goes it gives way too, and exits with 1.
 */
public final class HarnessMain {
    /** A lock that cannot be read makes a leader: the only instance is not silenced by it. */
    private static final String USUAL_STORE = "file:~/.baton?on-unreadable=lead";

    private HarnessMain() {}

    public static void main(String[] args) throws InterruptedException {
        Set<String> known = Set.of("--relay", "--key", "--on", "--think", "--heartbeat");
        ProgramExit.run(() -> run(ProgramOptions.read(args, known)));
    }

    private static void run(ProgramOptions options) throws IOException {
        String key = options.text("--key", "agent");
        int think = options.number("--think", 200);
        RelayLink link = RelayLink.connect(options.number("--relay"), key);
        Baton baton = Baton.connect(options.text("--on", USUAL_STORE));
        Candidate candidate = baton.candidate(key);
        AgentHarness harness = new AgentHarness(candidate, event -> echo(event, think), link, link::close);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> shutDown(harness, baton), "harness-shutdown"));
        tell(candidate);
        link.listen(harness);
        say(candidate, "hears the relay");
        harness.start(Duration.ofMillis(Math.max(1, options.number("--heartbeat", 5_000))));
        harness.relayGone().join();
        say(candidate, "hears the relay no more");
        System.exit(1);
    }

    private static void tell(Candidate candidate) {
        candidate.onAcquired(reign -> say(candidate, "leads with epoch " + reign.epoch()));
        candidate.onReleased(released -> say(
                candidate,
                "released epoch " + released.epoch() + ": " + released.reason().code()));
        candidate.onLost(lost -> say(
                candidate, "lost epoch " + lost.epoch() + ": " + lost.reason().code()));
    }

    private static void shutDown(AgentHarness harness, Baton baton) {
        try (baton;
                harness) {
            // Resources close in this order: the harness, then the connection to the store.
        }
    }

    /** Stands in for the agent: thinks for a while and says it back. */
    private static String echo(RelayEvent event, int think) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(think);
        return "you said: " + event.text();
    }

    private static void say(Candidate candidate, String what) {
        System.out.println("harness " + candidate.instanceId() + " " + what);
    }
}
