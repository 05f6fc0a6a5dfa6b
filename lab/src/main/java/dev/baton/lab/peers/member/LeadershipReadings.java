package dev.baton.lab.peers.member;

import dev.baton.lab.nemesis.history.HistoryEvent;
import dev.baton.lab.nemesis.history.HistoryLog;
import dev.baton.lab.nemesis.history.ValidReadings;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Asks all the time whether a process leads, and records its tenures in the form that the checker of the nemesis judges. Most
 * systems have no epochs. Here the epoch of a tenure is the time before its first reading, so that of two tenures the one that
 * was announced later has the higher epoch.
 */
public final class LeadershipReadings implements AutoCloseable {
    /** A longer first reading does not order tenures: the process may have been frozen between its begin and the answer. */
    private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(10);

    private final HistoryLog log;
    private final String election;
    private final BooleanSupplier leads;
    private final long longestFirst;
    private Optional<ValidReadings> tenure = Optional.empty();
    private volatile boolean paused;
    private volatile boolean ended;

    LeadershipReadings(HistoryLog log, String election, BooleanSupplier leads, long longestFirst) {
        this.log = log;
        this.election = election;
        this.leads = leads;
        this.longestFirst = longestFirst;
    }

    /** Reads on a thread of its own until the process ends or the readings are closed. */
    public static LeadershipReadings start(HistoryLog log, String election, Duration interval, BooleanSupplier leads) {
        LeadershipReadings readings = new LeadershipReadings(log, election, leads, SHORT);
        NamedThreads.start("readings", () -> readings.run(interval.toNanos()));
        return readings;
    }

    private void run(long interval) {
        while (!ended) {
            if (!paused) {
                read();
            }
            LockSupport.parkNanos(interval);
        }
    }

    /** Stops reading for some time, or goes on. */
    public void pause(boolean now) {
        paused = now;
    }

    void read() {
        long before = System.nanoTime();
        boolean answer = leads.getAsBoolean();
        add(before, answer, System.nanoTime());
    }

    /** Records a reading. */
    void add(long before, boolean answer, long after) {
        if (!answer) {
            tenure.ifPresent(open -> {
                open.end();
                log.add(new HistoryEvent.Ended(election, open.epoch(), 0, after, "read"));
            });
            tenure = Optional.empty();
        } else if (tenure.isPresent()) {
            tenure.get().add(before, after);
        } else if (after - before <= longestFirst) {
            tenure = Optional.of(new ValidReadings(election, before, log));
            log.add(new HistoryEvent.Acquired(election, before, 0, after));
        }
    }

    @Override
    public void close() {
        ended = true;
    }
}
