package dev.baton.lab.node;

import dev.baton.BatonClock;
import dev.baton.lab.ConcurrentClients;
import dev.baton.node.control.Controller;
import dev.baton.node.control.JobService;
import dev.baton.node.control.PeriodicChecks;
import dev.baton.node.database.JobDatabase;
import dev.baton.node.http.JobRoutes;
import dev.baton.node.http.NodeAccess;
import dev.baton.node.http.NodeHttpServer;
import dev.baton.support.json.Json;
import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A controller with clients over HTTP on the loopback interface, and agents that wait for jobs. */
final class HttpJobClients implements AutoCloseable {
    static final int CLIENTS = 8;
    private static final int AGENTS = 50;

    private final JobDatabase database;
    private final PeriodicChecks checks;
    private final NodeHttpServer server;
    private final JobsHttpClient http;
    private final ConcurrentClients clients = new ConcurrentClients(CLIENTS);
    private final List<Thread> agents = new ArrayList<>();
    private volatile boolean stopped;

    HttpJobClients(String store) {
        database = JobDatabase.open(store);
        Controller controller = new Controller("lab", "http://lab", database, BatonClock.system());
        checks = new PeriodicChecks(controller, reached -> {}).started();
        server = new NodeHttpServer(
                controller,
                new JobRoutes(controller, new JobService(controller), (grace, standby) -> {}),
                NodeAccess.onLoopback(Optional.empty()),
                new NodeHttpServer.Address("127.0.0.1", 0, Optional.empty()));
        long epoch = controller.raise(1, "lab", BatonClock.system().now().plus(Duration.ofHours(1)));
        if (!controller.open(epoch)) {
            throw new IllegalStateException("the leadership ended before the controller was open");
        }
        http = new JobsHttpClient("http://127.0.0.1:" + server.port());
        for (int i = 0; i < AGENTS; i++) {
            String name = "lab-agent-" + i;
            agents.add(NamedThreads.start(name, () -> waitForCommands(name)));
        }
    }

    /** Waits as an agent for a job with a command, which never comes. */
    private void waitForCommands(String name) {
        while (!stopped) {
            try {
                http.post("/v1/leases", "{\"agent_name\":\"" + name + "\",\"wait_s\":5,\"commands_only\":true}");
            } catch (IOException | InterruptedException closed) {
                return;
            }
        }
    }

    double submit(int jobs) throws Exception {
        return clients.run(jobs, http::submit);
    }

    double work(int jobs) throws Exception {
        return clients.run(jobs, () -> {
            Map<String, ?> lease = Json.parseObject(http.post("/v1/leases", "{\"agent_name\":\"worker\"}"));
            Object id = lease.get("job") instanceof Map<?, ?> job ? job.get("id") : "";
            return http.post(
                    "/v1/results",
                    "{\"job_id\":\"" + id + "\",\"lease_id\":\"" + lease.get("lease_id") + "\",\"job_epoch\":"
                            + lease.get("job_epoch") + ",\"status\":\"succeeded\"}");
        });
    }

    @Override
    public void close() {
        stopped = true;
        clients.close();
        agents.forEach(Thread::interrupt);
        server.close();
        checks.close();
        database.close();
    }
}
