package dev.baton.examples.swarm;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Election;
import dev.baton.Leadership;
import dev.baton.spi.ElectionMetrics;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One agent of the swarm. While it leads, it gives an order at every interval. It obeys the orders of the leader. */
final class SwarmAgent implements AutoCloseable {
    static final String ELECTION = "safe-mode";

    private final OrderFilter filter = new OrderFilter();
    private final Duration interval;
    private final Consumer<String> log;
    private final OrderChannel channel;
    private final Election election;
    private final Candidate candidate;

    /**
     * Creates an agent that does not run yet.
     *
     * @param brokerPort where this agent reaches the broker
     * @param log receives a line for every change
     */
    SwarmAgent(Baton baton, int brokerPort, Duration interval, Consumer<String> log) {
        this.interval = interval;
        this.log = log;
        channel = new OrderChannel(brokerPort, this::receive);
        election = baton.election(ELECTION);
        candidate = baton.candidate(ELECTION);
        candidate.onAcquired(leadership -> log.accept("leads, epoch " + leadership.epoch()));
        candidate.onReleased(
                end -> log.accept("released the leadership: " + end.reason().code()));
        candidate.onLost(
                end -> log.accept("lost the leadership: " + end.reason().code()));
        candidate.whileLeading(this::giveOrders);
    }

    void start() {
        candidate.start();
    }

    /** Runs in every tenure. Baton interrupts it early enough that it has stopped before another agent can lead. */
    private void giveOrders(Leadership leadership) throws InterruptedException {
        for (long number = 1; leadership.isValid(); number++) {
            channel.send(new SwarmOrder(leadership.instanceId(), leadership.epoch(), number));
            TimeUnit.NANOSECONDS.sleep(interval.toNanos());
        }
    }

    private void receive(SwarmOrder order) {
        long before = filter.highest();
        if (!filter.accepts(order)) {
            log.accept("refuses order " + order.number() + " of " + order.leader() + ", epoch " + order.epoch());
        } else if (order.epoch() > before) {
            log.accept("obeys " + order.leader() + ", epoch " + order.epoch() + ", "
                    + election.metrics().map(ElectionMetrics::toMap).orElseThrow());
        }
    }

    @Override
    public void close() {
        candidate.close();
        channel.close();
    }
}
