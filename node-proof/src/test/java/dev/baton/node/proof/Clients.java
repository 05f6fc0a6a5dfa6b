package dev.baton.node.proof;

import dev.baton.node.proof.Cluster.Answer;
import dev.baton.testkit.WriteHistory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Clients that go on whatever happens: they submit jobs once each, and do them; all that is accepted is recorded. */
final class Clients implements AutoCloseable {
    private final Cluster cluster;
    private final List<String> urls;
    private final WriteHistory history = new WriteHistory();
    private final Map<String, String> accepted = new ConcurrentHashMap<>();
    private final List<String> violations = Collections.synchronizedList(new ArrayList<>());
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger next = new AtomicInteger();
    private volatile boolean stopped;

    Clients(Cluster cluster, List<String> ids) {
        this.cluster = cluster;
        this.urls = ids.stream().map(id -> cluster.node(id).url()).toList();
    }

    /** Submits so many jobs, on a thread of its own. */
    Thread submit(int jobs) {
        return start(() -> {
            for (int i = next.getAndIncrement(); i < jobs && !stopped; i = next.getAndIncrement()) {
                String key = "job-" + i;
                Answer answer = untilAccepted("/v1/jobs", "{\"name\":\"" + key + "\",\"max_attempts\":1000}", key);
                accepted.put(answer.text("id"), key);
            }
        });
    }

    /** Leases and reports until it is closed; drops every so-manieth job, and reports every other result twice. */
    Thread work(String agent, int dropEvery) {
        return start(() -> {
            int leases = 0;
            while (!stopped) {
                Answer lease = write("/v1/leases", "{\"agent_name\":\"" + agent + "\",\"wait_s\":1,\"ttl_s\":2}", "");
                if (lease.status() != 200) {
                    pause();
                    continue;
                }
                leases++;
                if (leases % dropEvery == 0) {
                    continue;
                }
                Map<?, ?> job = (Map<?, ?>) lease.body().get("job");
                String result = "{\"job_id\":\"" + job.get("id") + "\",\"lease_id\":\"" + lease.text("lease_id")
                        + "\",\"job_epoch\":" + lease.number("job_epoch") + ",\"status\":\"succeeded\"}";
                report(result);
                if (leases % 2 == 0) {
                    report(result);
                }
            }
        });
    }

    private void report(String result) {
        for (int i = 0; i < 200 && !stopped; i++) {
            Answer answer = write("/v1/results", result, "");
            if (answer.isOk() || answer.text("error").equals("STALE_EPOCH") || answer.status() == 404) {
                return;
            }
            pause();
        }
    }

    private Answer untilAccepted(String path, String body, String key) {
        while (true) {
            Answer answer = write(path, body, key);
            if (answer.isOk() || stopped) {
                return answer;
            }
            pause();
        }
    }

    private static void pause() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }

    /** Asks every node until one accepts; what was accepted goes into the history. */
    private Answer write(String path, String body, String key) {
        Answer last = Answer.NONE;
        for (String url : urls) {
            long sent = System.nanoTime();
            last = key.isEmpty()
                    ? Cluster.send("POST", url + path, body)
                    : Cluster.send("POST", url + path, body, "Idempotency-Key", key);
            if (last.isOk()) {
                long epoch = epoch(path, last);
                if (epoch > 0) {
                    history.accepted(path, epoch, sent, System.nanoTime());
                } else if (last.status() != 204
                        && !last.role().equals("LEADER")
                        && !last.role().equals("DRAINING")) {
                    // The role may have changed after the commit, but then the answer says the epoch it had.
                    violations.add(path + " was accepted by " + url + " as " + last.role());
                }
                return last;
            }
            if (last.text("error").equals("STALE_EPOCH")) {
                return last;
            }
        }
        return last;
    }

    /** The leader_epoch that the change was stamped with; a repeated request tells of an earlier change. */
    private static long epoch(String path, Answer answer) {
        if (path.equals("/v1/leases") && answer.body().get("job") instanceof Map<?, ?> job) {
            return job.get("leader_epoch") instanceof Long epoch ? epoch : 0;
        }
        return 0;
    }

    private Thread start(Runnable work) {
        Thread thread = new Thread(work, "client-" + threads.size());
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
        return thread;
    }

    WriteHistory history() {
        return history;
    }

    /** The ids of all jobs that were accepted, and their keys. */
    Map<String, String> accepted() {
        return accepted;
    }

    List<String> violations() {
        return List.copyOf(violations);
    }

    /** How many of the accepted jobs have ended. */
    long ended() {
        long count = 0;
        String after = "";
        while (true) {
            Answer page = Cluster.send("GET", anyNode() + "/v1/jobs?state=succeeded&limit=1000" + after, "");
            if (!(page.body().get("jobs") instanceof List<?> jobs)) {
                return -1;
            }
            count += jobs.size();
            if (page.body().get("next") == null) {
                return count;
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

    @Override
    public void close() {
        stopped = true;
        threads.forEach(Clients::join);
    }

    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    Cluster cluster() {
        return cluster;
    }
}
