package dev.baton.examples.swarm;

import dev.baton.Baton;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** One agent as a program: {@code URL BROKER_PORT INTERVAL_MS}. Runs until TERM, and releases the leadership then. */
final class AgentMain {

    private AgentMain() {}

    public static void main(String[] args) throws Exception {
        if (args.length != 3) {
            System.err.println("usage: AgentMain mqtt://HOST:PORT/GROUP?self=ID&… BROKER_PORT INTERVAL_MS");
            System.exit(2);
        }
        Baton baton = Baton.connect(args[0]);
        SwarmAgent agent = new SwarmAgent(
                baton,
                Integer.parseInt(args[1]),
                Duration.ofMillis(Long.parseLong(args[2])),
                line -> System.out.println(line));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            agent.close();
            baton.close();
        }));
        agent.start();
        System.out.println("runs");
        new CountDownLatch(1).await();
    }
}
