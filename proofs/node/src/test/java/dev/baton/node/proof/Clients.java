package dev.baton.node.proof;

import dev.baton.node.proof.AcceptedWrite.Change;
import dev.baton.node.proof.Cluster.Answer;
import dev.baton.testkit.FencedWriteChecker;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Clients that go on whatever happens: they submit jobs once each, and do them; all that is accepted is recorded. */
final class Clients implements AutoCloseable {
    private final List<String> urls;
    private final String run = UUID.randomUUID().toString();
    private final FencedWriteChecker history = new FencedWriteChecker();
    private final Queue<AcceptedWrite> answers = new ConcurrentLinkedQueue<>();
    private final Map<String, String> accepted = new ConcurrentHashMap<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger next = new AtomicInteger();
    private volatile int released = Integer.MAX_VALUE;
    private volatile boolean stopped;

    Clients(Cluster cluster, List<String> ids) {
        this.urls = ids.stream().map(id -> cluster.node(id).url()).toList();
    }

    /** No more than so many jobs are submitted until it is said again: what is to happen meanwhile gets its share. */
    void release(int jobs) {
        released = jobs;
    }

    /** Submits so many jobs, on a thread of its own. */
    Thread submit(int jobs) {
        return start(() -> {
            for (int i = next.getAndIncrement(); i < jobs && !stopped; i = next.getAndIncrement()) {
                while (i >= released && !stopped) {
                    pause();
                }
                submitOne("job-" + i);
            }
        });
    }

    private void submitOne(String name) {
        String body = "{\"name\":\"" + name + "\",\"max_attempts\":1000}";
        for (boolean first = true; !stopped; first = false) {
            Answer answer = write("/v1/jobs", body, first, "Idempotency-Key", run + name);
            if (answer.isOk()) {
                accepted.put(answer.text("id"), name);
                return;
            }
            pause();
        }
    }

    /** Leases and reports until it is closed; drops every so-manieth job, and reports every other result twice. */
    Thread work(String agent, int dropEvery) {
        return start(() -> {
            int leases = 0;
            while (!stopped) {
                Answer lease = write("/v1/leases", "{\"agent_name\":\"" + agent + "\",\"wait_s\":1,\"ttl_s\":2}", true);
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
        for (int i = 0; i < 200 && !stopped; i++) {
            Answer answer = write("/v1/results", result, first);
            if (answer.isOk() || answer.text("error").equals("STALE_EPOCH") || answer.status() == 404) {
                return;
            }
            first = false;
            pause();
        }
    }

    private static void pause() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }

    /** Asks every node until one accepts; what was accepted goes into the history. */
    private Answer write(String path, String body, boolean isNew, String... headers) {
        Answer last = Answer.NONE;
        boolean first = isNew;
        for (String url : urls) {
            long sent = System.nanoTime();
            last = Cluster.send("POST", url + path, body, headers);
            if (last.isOk()) {
                // 204 tells of no write.
                if (last.status() != 204) {
                    history.accepted(path, last.epoch(), sent, System.nanoTime());
                    answers.add(new AcceptedWrite(last.node(), last.epoch(), change(path, last), first));
                }
                return last;
            }
            if (last.text("error").equals("STALE_EPOCH")) {
                return last;
            }
            // A refusal has changed nothing; with no answer, or a 503, it may have been done.
            first &= last.status() == 409;
        }
        return last;
    }

    private static Change change(String path, Answer answer) {
        return switch (path) {
            case "/v1/jobs" -> new Change(answer.text("id"), "queued", 1);
            case "/v1/leases" -> of((Map<?, ?>) answer.body().get("job"));
            case "/v1/results" -> of(answer.body());
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

    /** Every 2xx to a write. */
    Collection<AcceptedWrite> answers() {
        return answers;
    }

    /** The ids of all jobs that were accepted. */
    Set<String> accepted() {
        return accepted.keySet();
    }

    /** How many of the accepted jobs have succeeded. */
    long ended() {
        Set<String> ended = new HashSet<>();
        String after = "";
        while (true) {
            Answer page = Cluster.send("GET", anyNode() + "/v1/jobs?state=succeeded&limit=1000" + after, "");
            if (!(page.body().get("jobs") instanceof List<?> jobs)) {
                return -1;
            }
            for (Object job : jobs) {
                ended.add(job instanceof Map<?, ?> object ? String.valueOf(object.get("id")) : "");
            }
            if (page.body().get("next") == null) {
                return accepted.keySet().stream().filter(ended::contains).count();
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

    /** Ends all clients: what they recorded is complete. */
    void finish() {
        stopped = true;
        threads.forEach(Clients::join);
    }

    @Override
    public void close() {
        finish();
    }

    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
