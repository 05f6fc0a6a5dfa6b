package dev.baton.node.agent;

import dev.baton.node.client.ControllerClient;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Leases jobs with a command, as many at a time as its capacity, runs them and reports the results, until it is stopped. */
public final class JobAgent {
    private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(5);

    private final LeaseRequests requests;
    private final List<AgentSlot> slots = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch stopEnded = new CountDownLatch(1);
    private volatile boolean stopped;

    public JobAgent(AgentSettings settings, ControllerClient client, CommandLauncher launcher) {
        requests = new LeaseRequests(settings, client);
        for (int i = 0; i < settings.capacity(); i++) {
            slots.add(new AgentSlot(settings.name(), requests, launcher));
        }
    }

    /** Works until {@link #stop} has returned, or until the last job ends after {@link #finish}. */
    public void run() throws InterruptedException {
        for (Thread thread : start()) {
            thread.join();
        }
        if (stopped) {
            // The process ends with this method, and the last message must have been sent.
            stopEnded.await();
        } else {
            leave(System.nanoTime() + LEAVE_TIMEOUT.toNanos());
        }
    }

    private synchronized List<Thread> start() {
        slots.forEach(slot -> threads.add(NamedThreads.start("agent-slot", slot)));
        return List.copyOf(threads);
    }

    private void leave(long until) throws InterruptedException {
        requests.leave(() -> System.nanoTime() - until < 0);
    }

    /** Leases no more jobs and lets the running commands end. Returns at once; {@link #run} returns after the last one. */
    public void finish() {
        slots.forEach(AgentSlot::finish);
    }

    /**
     * Leases no more jobs, ends the commands, and gives their leases back, so that other agents can run the jobs at once.
     * Returns when the commands have ended and every lease is given back, or after the timeout.
     *
     * @param giveBack how long a last result or the return of a lease may take after the end of its command, and how long
     *     the message that this agent has stopped may take after that; zero to send nothing
     */
    public void stop(Duration giveBack) throws InterruptedException {
        stopped = true;
        try {
            stopSlots(giveBack);
        } finally {
            stopEnded.countDown();
        }
    }

    private void stopSlots(Duration giveBack) throws InterruptedException {
        List<Thread> stops = slots.stream()
                .map(slot -> NamedThreads.start("agent-stop", () -> stop(slot, giveBack)))
                .toList();
        for (Thread stop : stops) {
            stop.join();
        }
        if (giveBack.isZero()) {
            return;
        }
        long joinUntil = System.nanoTime() + giveBack.plusSeconds(1).toNanos();
        for (Thread thread : started()) {
            long left = joinUntil - System.nanoTime();
            if (left > 0) {
                thread.join(Duration.ofNanos(left).toMillis() + 1);
            }
        }
        // Also gives back what a request that was interrupted, or a release that got no answer, left leased.
        leave(System.nanoTime() + giveBack.toNanos());
    }

    private synchronized List<Thread> started() {
        return List.copyOf(threads);
    }

    private static void stop(AgentSlot slot, Duration giveBack) {
        try {
            slot.stop(giveBack);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
