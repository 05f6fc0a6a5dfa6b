package dev.baton.examples.swarm;

import dev.baton.testkit.FaultProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A broker, agents as processes, and a link between each agent and the broker that can be cut. */
final class Swarm implements AutoCloseable {
    static final List<String> AGENTS = List.of("SAT-001", "SAT-002", "SAT-003", "SAT-004", "SAT-005");

    private final SwarmLog log;
    private final String options;
    private final long intervalMillis;
    private final Path folder = Files.createTempDirectory("swarm");
    private final LocalBroker broker;
    private final Map<String, FaultProxy> links = new TreeMap<>();
    private final Map<String, Process> agents = new TreeMap<>();

    /**
     * Starts all agents.
     *
     * @param options parameters of the election's URL, each with an ampersand before it
     * @param intervalMillis the time between two orders of a leader
     */
    Swarm(SwarmLog log, String options, long intervalMillis) throws IOException, InterruptedException {
        this.log = log;
        this.options = options;
        this.intervalMillis = intervalMillis;
        Files.writeString(folder.resolve("key"), "a key for this demo only\n");
        broker = new LocalBroker(folder);
        for (String id : AGENTS) {
            links.put(id, FaultProxy.to("127.0.0.1", broker.port()));
            start(id);
        }
    }

    private FaultProxy link(String id) {
        return Objects.requireNonNull(links.get(id), id);
    }

    /** Starts an agent, for the first time or again. */
    void start(String id) throws IOException {
        int port = link(id).port();
        String url = "mqtt://127.0.0.1:" + port + "/swarm?self=" + id + "&members=" + String.join(",", AGENTS)
                + "&state=" + folder.resolve(id) + "&key-file=" + folder.resolve("key") + options;
        Process agent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                        "-cp",
                        System.getProperty("java.class.path"),
                        AgentMain.class.getName(),
                        url,
                        Integer.toString(port),
                        Long.toString(intervalMillis))
                .redirectErrorStream(true)
                .start();
        agents.put(id, agent);
        log.follow(id, agent.getInputStream());
    }

    /** Ends an agent as {@code kill -9} does. */
    void kill(String id) {
        Objects.requireNonNull(agents.remove(id), id).destroyForcibly().onExit().join();
    }

    /** Cuts an agent off: its connections stay open, and nothing passes. */
    void cutOff(String id) {
        link(id).blackhole();
    }

    /** Connects an agent again. What was on its way arrives late. */
    void reconnect(String id) {
        link(id).heal();
    }

    @Override
    public void close() throws IOException {
        List.copyOf(agents.keySet()).forEach(this::kill);
        links.values().forEach(FaultProxy::close);
        broker.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
