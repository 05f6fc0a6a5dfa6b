package dev.baton.examples.harness;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The harness program: {@code --relay PORT [--key KEY] [--on URL] [--think MS] [--heartbeat MS]}.
 *
 * <p>The instance id is {@code BATON_INSTANCE_ID}, or generated. On TERM and INT the harness releases its leadership
 * immediately. It does the same when the relay disconnects, and then exits with 1.
 */
public final class HarnessMain {
    /** An unreadable lock must not silence the only instance. */
    private static final String DEFAULT_STORE = "file:~/.baton?on-unreadable=lead";

    private HarnessMain() {}

    public static void main(String[] args) throws InterruptedException {
        Set<String> known = Set.of("--relay", "--key", "--on", "--think", "--heartbeat");
        ProgramOptions.run(args, known, HarnessMain::run);
    }

    private static void run(ProgramOptions options) throws IOException {
        String key = options.text("--key", "agent");
        int think = options.number("--think", 200);
        RelayClient client = RelayClient.connect(options.number("--relay"), key);
        Baton baton = Baton.connect(options.text("--on", DEFAULT_STORE));
        Candidate candidate = baton.candidate(key);
        AgentHarness harness = new AgentHarness(candidate, event -> echo(event, think), client, client::close);
        Runtime.getRuntime().addShutdownHook(NamedThreads.daemon("harness-shutdown", () -> shutDown(harness, baton)));
        printEvents(candidate);
        client.subscribe(harness);
        print(candidate, "connected to the relay");
        harness.start(Duration.ofMillis(Math.max(1, options.number("--heartbeat", 5_000))));
        harness.disconnected().join();
        print(candidate, "disconnected from the relay");
        System.exit(1);
    }

    private static void printEvents(Candidate candidate) {
        candidate.onAcquired(leadership -> print(candidate, "leads with epoch " + leadership.epoch()));
        candidate.onReleased(released -> print(
                candidate,
                "released epoch " + released.epoch() + ": " + released.reason().code()));
        candidate.onLost(lost -> print(
                candidate, "lost epoch " + lost.epoch() + ": " + lost.reason().code()));
    }

    private static void shutDown(AgentHarness harness, Baton baton) {
        try (baton;
                harness) {
            // Closes the harness first, then the connection to the store.
        }
    }

    /** Simulates an agent: waits for the given milliseconds and repeats the event. */
    private static String echo(RelayEvent event, int millis) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(millis);
        return "you said: " + event.text();
    }

    private static void print(Candidate candidate, String message) {
        System.out.println("harness " + candidate.instanceId() + " " + message);
    }
}
