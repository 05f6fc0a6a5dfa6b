package dev.baton.lab.quorum;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.EndReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** All members of a group in this JVM, over real sockets, each with a thread and a folder of its own. */
final class QuorumNodes implements AutoCloseable {
    private final List<Baton> batons = new CopyOnWriteArrayList<>();
    private final CountDownLatch acquired = new CountDownLatch(1);
    private final AtomicInteger deposed = new AtomicInteger();
    private final long startedAt;
    private volatile long acquiredAt;

    /** Starts all of them at once: each by a thread of its own, as each would be by a machine of its own. */
    QuorumNodes(QuorumTrialDirectory group, String round) throws InterruptedException {
        startedAt = System.nanoTime();
        List<Thread> starting = new ArrayList<>();
        for (String id : group.ids()) {
            Thread thread = new Thread(() -> start(group.url(id, round)), "start-" + id);
            thread.start();
            starting.add(thread);
        }
        for (Thread thread : starting) {
            thread.join();
        }
    }

    private void start(String url) {
        Baton baton = Baton.connect(url);
        batons.add(baton);
        Candidate candidate = baton.candidate("lab");
        candidate.onAcquired(leadership -> {
            acquiredAt = System.nanoTime();
            acquired.countDown();
        });
        candidate.onReleased(released -> {
            if (released.reason() == EndReason.TAKEN_OVER) {
                deposed.incrementAndGet();
            }
        });
        candidate.start();
    }

    /** How many leaders a rival has deposed, a moment after the first one was elected. */
    int awaitDeposed() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(300);
        return deposed.get();
    }

    /** How many milliseconds the group took from nothing to a leader. */
    double awaitLeader() throws IOException, InterruptedException {
        if (!acquired.await(120, TimeUnit.SECONDS)) {
            throw new IOException("no leader within 120 s");
        }
        return (acquiredAt - startedAt) / 1e6;
    }

    List<Baton> batons() {
        return batons;
    }

    @Override
    public void close() {
        batons.forEach(Baton::close);
    }
}
