package dev.baton.examples.ledger;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One replica of the service. While it leads, it adds an entry to the ledger at every interval. */
final class LedgerReplica implements AutoCloseable {
    static final String ELECTION = "ledger";

    private final Ledger ledger;
    private final Duration interval;
    private final Consumer<String> log;
    private final Candidate candidate;

    /**
     * Creates a replica that does not run yet.
     *
     * @param log receives a line for every change and every entry
     */
    LedgerReplica(Baton baton, Ledger ledger, String id, Duration interval, Consumer<String> log) {
        this.ledger = ledger;
        this.interval = interval;
        this.log = line -> log.accept(id + " " + line);
        candidate = baton.election(ELECTION)
                .candidate(CandidateSettings.builder().instanceId(id).build());
        candidate.onAcquired(leadership -> this.log.accept("leads, epoch " + leadership.epoch()));
        candidate.onReleased(end ->
                this.log.accept("released the leadership: " + end.reason().code()));
        candidate.onLost(
                end -> this.log.accept("lost the leadership: " + end.reason().code()));
        candidate.whileLeading(this::write);
    }

    Candidate candidate() {
        return candidate;
    }

    void start() {
        candidate.start();
    }

    /** Runs in every tenure. Baton interrupts it when the tenure ends, and waits for it before it releases the lock. */
    private void write(Leadership leadership) throws Exception {
        while (leadership.isValid()) {
            log.accept("wrote entry " + ledger.append(leadership) + ", epoch " + leadership.epoch());
            TimeUnit.NANOSECONDS.sleep(interval.toNanos());
        }
    }

    @Override
    public void close() {
        candidate.close();
    }
}
