package dev.baton.lab.node;

import dev.baton.BatonClock;
import dev.baton.node.control.Controller;
import dev.baton.node.control.JobService;
import dev.baton.node.control.PeriodicChecks;
import dev.baton.node.database.JobDatabase;
import dev.baton.node.http.JobRoutes;
import dev.baton.node.http.NodeHttpServer;
import dev.baton.support.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

/** A controller and its clients, over HTTP on the loopback interface. */
final class HttpJobClients implements AutoCloseable {
    private static final int WAITING = 50;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final JobDatabase ledger;
    private final PeriodicChecks rounds;
    private final NodeHttpServer api;
    private final ClientRound turn = new ClientRound();
    private final List<Thread> waiting = new ArrayList<>();
    private volatile boolean stopped;

    HttpJobClients(String store) {
        ledger = JobDatabase.open(store);
        Controller controller = new Controller("lab", "http://lab", ledger, BatonClock.system());
        rounds = new PeriodicChecks(controller, reached -> {}).started();
        api = new NodeHttpServer(
                controller,
                new JobRoutes(controller, new JobService(controller), grace -> {}),
                Optional.empty(),
                new NodeHttpServer.Address("127.0.0.1", 0, Optional.empty()));
        long epoch = controller.raise(1, BatonClock.system().now().plus(Duration.ofHours(1)));
        if (!controller.open(epoch)) {
            throw new IllegalStateException("the term was over at once");
        }
        for (int i = 0; i < WAITING; i++) {
            Thread agent = new Thread(this::waitForCommands, "lab-agent-" + i);
            agent.setDaemon(true);
            agent.start();
            waiting.add(agent);
        }
    }

    /** An agent that waits for what never comes: a job with a command. */
    private void waitForCommands() {
        String name = Thread.currentThread().getName();
        while (!stopped) {
            try {
                post("/v1/leases", "{\"agent_name\":\"" + name + "\",\"wait_s\":5,\"commands_only\":true}");
            } catch (IOException | InterruptedException over) {
                return;
            }
        }
    }

    double submit(int jobs) throws InterruptedException, ExecutionException {
        return turn.run(jobs, () -> post("/v1/jobs", "{\"name\":\"lab\",\"payload\":{\"n\":1}}"));
    }

    double work(int jobs) throws InterruptedException, ExecutionException {
        return turn.run(jobs, () -> {
            Map<String, ?> lease = Json.parseObject(post("/v1/leases", "{\"agent_name\":\"worker\"}"));
            Object id = lease.get("job") instanceof Map<?, ?> job ? job.get("id") : "";
            return post(
                    "/v1/results",
                    "{\"job_id\":\"" + id + "\",\"lease_id\":\"" + lease.get("lease_id") + "\",\"job_epoch\":"
                            + lease.get("job_epoch") + ",\"status\":\"succeeded\"}");
        });
    }

    private String post(String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + api.port() + path))
                .POST(BodyPublishers.ofString(body))
                .build();
        var response = http.send(request, BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
            throw new IOException(path + ": " + response.body());
        }
        return response.body();
    }

    @Override
    public void close() {
        stopped = true;
        turn.close();
        waiting.forEach(Thread::interrupt);
        api.close();
        rounds.close();
        ledger.close();
    }
}
