package dev.baton.examples.recipes;

import dev.baton.Leadership;
import jakarta.inject.Singleton;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The work of the leader: it sends reports, each with the epoch that makes a late one refusable. */
@Singleton
public class Reports {
    private final BlockingQueue<String> waiting = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> sent = new LinkedBlockingQueue<>();

    /** Adds a report that the leader sends. */
    public void add(String report) {
        waiting.add(report);
    }

    /** Returns the reports that were sent, each with the epoch of the leader. */
    public BlockingQueue<String> sent() {
        return sent;
    }

    /** Sends reports until the tenure ends. */
    public void sendUntilInterrupted(Leadership leadership) throws InterruptedException {
        while (leadership.isValid()) {
            sent.add(waiting.take() + " by epoch " + leadership.epoch());
        }
    }
}
