package dev.baton.node.proof;

import dev.baton.node.proof.AcceptedWrite.Change;
import dev.baton.node.proof.Cluster.Response;
import dev.baton.testkit.FencedWriteChecker;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Clients and agents that retry after every failure and record all accepted writes. */
final class RecordingClients implements AutoCloseable {
    private final List<String> urls;
    private final String run = UUID.randomUUID().toString();
    private final FencedWriteChecker history = new FencedWriteChecker();
    private final Queue<AcceptedWrite> acceptedWrites = new ConcurrentLinkedQueue<>();
    private final Map<String, String> acceptedJobs = new ConcurrentHashMap<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger next = new AtomicInteger();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile int allowedJobs = Integer.MAX_VALUE;
    private volatile Optional<CommandJobs> commands = Optional.empty();

    RecordingClients(Cluster cluster, List<String> ids) {
        this.urls = ids.stream().map(id -> cluster.node(id).url()).toList();
    }

    /** Limits the number of submitted jobs until the next call, so that every phase of a test has jobs. */
    void allowJobs(int jobs) {
        allowedJobs = jobs;
    }

    /** Makes some of the jobs ones for {@code baton agent}. */
    void withCommands(CommandJobs jobs) {
        commands = Optional.of(jobs);
    }

    /** Starts a thread that submits jobs up to this number. */
    Thread submit(int jobs) {
        return start(() -> {
            for (int i = next.getAndIncrement(); i < jobs && !isStopped(); i = next.getAndIncrement()) {
                while (i >= allowedJobs && !isStopped()) {
                    pause();
                }
                submitOne("job-" + i, i);
            }
        });
    }

    private void submitOne(String name, int number) {
        String body = commands.flatMap(jobs -> jobs.body(name, number))
                .orElse("{\"name\":\"" + name + "\",\"max_attempts\":1000}");
        for (boolean first = true; !isStopped(); first = false) {
            Response response = write("/v1/jobs", body, first, "Idempotency-Key", run + name);
            if (response.isOk()) {
                acceptedJobs.put(response.text("id"), name);
                commands.ifPresent(jobs -> jobs.accepted(response.text("id"), number));
                return;
            }
            pause();
        }
    }

    /** Starts an agent that ignores every n-th leased job and reports every second result twice. */
    Thread runAgent(String agent, int dropEvery) {
        return start(() -> {
            int leases = 0;
            while (!isStopped()) {
                Response lease =
                        write("/v1/leases", "{\"agent_name\":\"" + agent + "\",\"wait_s\":1,\"ttl_s\":2}", true);
                if (lease.status() != 200) {
                    pause();
                    continue;
                }
                leases++;
                if (leases % dropEvery == 0) {
                    continue;
                }
                if (leases % 3 == 0) {
                    write(
                            "/v1/leases/" + lease.text("lease_id") + "/renew",
                            "{\"job_epoch\":" + lease.number("job_epoch") + "}",
                            true);
                }
                Map<?, ?> job = (Map<?, ?>) lease.body().get("job");
                String result = "{\"job_id\":\"" + job.get("id") + "\",\"lease_id\":\"" + lease.text("lease_id")
                        + "\",\"job_epoch\":" + lease.number("job_epoch") + ",\"status\":\"succeeded\"}";
                report(result, true);
                if (leases % 2 == 0) {
                    report(result, false);
                }
            }
        });
    }

    private void report(String result, boolean isNew) {
        boolean first = isNew;
        for (int i = 0; i < 200 && !isStopped(); i++) {
            Response response = write("/v1/results", result, first);
            if (response.isOk() || response.text("error").equals("STALE_EPOCH") || response.status() == 404) {
                return;
            }
            first = false;
            pause();
        }
    }

    private boolean isStopped() {
        return stopped.getCount() == 0;
    }

    /** Waits before a retry, or until the clients are stopped. */
    private void pause() {
        try {
            boolean unused = stopped.await(20, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** Sends a write to every node until one accepts it, and records it. */
    private Response write(String path, String body, boolean isNew, String... headers) {
        Response last = Response.NONE;
        boolean first = isNew;
        for (String url : urls) {
            long sent = System.nanoTime();
            last = Cluster.send("POST", url + path, body, headers);
            if (last.isOk()) {
                // Status 204 means that nothing was written.
                if (last.status() != 204) {
                    history.accepted(path, last.epoch(), sent, System.nanoTime());
                    acceptedWrites.add(new AcceptedWrite(last.node(), last.epoch(), change(path, last), first));
                }
                return last;
            }
            if (last.text("error").equals("STALE_EPOCH")) {
                return last;
            }
            // A refused write had no effect. Without a response, or with a 503, it may have had one.
            first &= last.status() == 409;
        }
        return last;
    }

    private static Change change(String path, Response response) {
        return switch (path) {
            case "/v1/jobs" -> new Change(response.text("id"), "queued", 1);
            case "/v1/leases" -> of((Map<?, ?>) response.body().get("job"));
            case "/v1/results" -> of(response.body());
            default -> Change.NONE;
        };
    }

    private static Change of(@Nullable Map<?, ?> job) {
        return job == null
                ? Change.NONE
                : new Change(
                        String.valueOf(job.get("id")),
                        String.valueOf(job.get("state")),
                        job.get("job_epoch") instanceof Long epoch ? epoch : -1);
    }

    private Thread start(Runnable work) {
        Thread thread = new Thread(work, "client-" + threads.size());
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
        return thread;
    }

    FencedWriteChecker history() {
        return history;
    }

    /** Returns all writes with status 2xx. */
    Collection<AcceptedWrite> acceptedWrites() {
        return acceptedWrites;
    }

    /** Returns the ids of all accepted jobs. */
    Set<String> acceptedJobs() {
        return acceptedJobs.keySet();
    }

    /** Returns the number of accepted jobs that have succeeded. */
    long succeededJobs() {
        return count("succeeded");
    }

    /** Returns the number of accepted jobs that have succeeded or failed; a job that is dead or cancelled is not counted. */
    long finishedJobs() {
        return count("succeeded") + count("failed");
    }

    private long count(String state) {
        Set<String> found = new HashSet<>();
        String after = "";
        while (true) {
            Response page = Cluster.send("GET", anyNode() + "/v1/jobs?state=" + state + "&limit=1000" + after, "");
            if (!(page.body().get("jobs") instanceof List<?> jobs)) {
                return -1;
            }
            for (Object job : jobs) {
                found.add(job instanceof Map<?, ?> object ? String.valueOf(object.get("id")) : "");
            }
            if (page.body().get("next") == null) {
                return acceptedJobs.keySet().stream().filter(found::contains).count();
            }
            after = "&after=" + page.text("next");
        }
    }

    private String anyNode() {
        for (String url : urls) {
            if (Cluster.send("GET", url + "/healthz", "").isOk()) {
                return url;
            }
        }
        return urls.get(0);
    }

    /** Stops all clients; after that the records are complete. */
    void stop() {
        stopped.countDown();
        threads.forEach(RecordingClients::join);
    }

    @Override
    public void close() {
        stop();
    }

    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
