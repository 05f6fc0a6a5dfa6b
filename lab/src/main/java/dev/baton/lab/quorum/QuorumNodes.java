package dev.baton.lab.quorum;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.EndReason;
import dev.baton.support.thread.NamedThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** All members of a group in this JVM, over real sockets, each with its own thread and directory. */
final class QuorumNodes implements AutoCloseable {
    private final List<Baton> batons = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Long> acquiredAt = new CompletableFuture<>();
    private final AtomicInteger deposed = new AtomicInteger();
    private final long startedAt;

    /** Starts all members at the same time, each on its own thread. */
    QuorumNodes(LabGroup group) throws InterruptedException {
        startedAt = System.nanoTime();
        List<Thread> starting = new ArrayList<>();
        for (String id : group.ids()) {
            starting.add(NamedThreads.start("start-" + id, () -> start(group.url(id))));
        }
        for (Thread thread : starting) {
            thread.join();
        }
    }

    private void start(String url) {
        Baton baton = Baton.connect(url);
        batons.add(baton);
        Candidate candidate = baton.candidate("lab");
        candidate.onAcquired(leadership -> acquiredAt.complete(System.nanoTime()));
        candidate.onReleased(released -> {
            if (released.reason() == EndReason.TAKEN_OVER) {
                deposed.incrementAndGet();
            }
        });
        candidate.start();
    }

    /** Returns the number of leaders deposed by another member, 300 ms after the first election. */
    int awaitDeposed() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(300);
        return deposed.get();
    }

    /** Returns the milliseconds from the start to the first leader. */
    double awaitLeader() throws Exception {
        return (acquiredAt.get(120, TimeUnit.SECONDS) - startedAt) / 1e6;
    }

    List<Baton> batons() {
        return batons;
    }

    @Override
    public void close() {
        batons.forEach(Baton::close);
    }
}
