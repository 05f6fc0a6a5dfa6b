package dev.baton.node.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.node.client.ControllerClient;
import dev.baton.node.job.Labels;
import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A leader that answers a renewal only when the watchdog has already ended the command. */
class InterruptedRenewalTest {
    private static final Duration TTL = Duration.ofSeconds(3);
    private static final String JOB = "{\"lease_id\":\"l\",\"job_epoch\":1,\"ttl_s\":3,\"job\":{\"id\":\"j\","
            + "\"name\":\"j\",\"command\":[\"true\"],\"timeout_s\":60}}";

    private final TestCommands commands = new TestCommands();
    private final AtomicBoolean leased = new AtomicBoolean();
    private final CompletableFuture<TestCommands.TestCommand> command = new CompletableFuture<>();
    private final CompletableFuture<Boolean> releasedFirst = new CompletableFuture<>();

    private void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        String path = exchange.getRequestURI().getPath();
        if (path.endsWith("/renew")) {
            TestCommands.TestCommand running = command.join();
            boolean late = running.lease().remaining().compareTo(TTL.dividedBy(3)) < 0;
            if (late) {
                running.end(new CommandEnd.Stopped());
            }
            send(exchange, late ? 200 : 503, "{}");
        } else if (path.endsWith("/release")) {
            releasedFirst.complete(true);
            send(exchange, 200, "{}");
        } else if (path.equals("/v1/leases") && leased.compareAndSet(false, true)) {
            send(exchange, 200, JOB);
        } else {
            // The agent asks for its next job, so it has left this one.
            releasedFirst.complete(false);
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        }
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Test // NODE-8
    void commandThatTheWatchdogEndedDuringARenewalGivesItsLeaseBack() throws Exception {
        HttpServer leader = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        leader.setExecutor(Executors.newCachedThreadPool());
        leader.createContext("/", this::answer);
        leader.start();
        String url = "http://127.0.0.1:" + leader.getAddress().getPort();
        ControllerClient client = new ControllerClient(List.of(url), Optional.empty(), Optional.empty());
        JobAgent agent = new JobAgent(
                new AgentSettings("w", Duration.ofSeconds(1), Optional.of(TTL), 1, Labels.NONE), client, commands);
        try {
            NamedThreads.start("agent", () -> run(agent));
            command.complete(commands.next());
            assertThat(releasedFirst.get(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            agent.stop(Duration.ZERO);
            leader.stop(0);
        }
    }

    private static void run(JobAgent agent) {
        try {
            agent.run();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
