package dev.baton.lab.peers;

import dev.baton.lab.nemesis.history.HistoryEvent;
import dev.baton.lab.nemesis.history.HistoryTail;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Who leads, by the histories that the processes append to. */
final class LeaderWatch {
    private static final long POLL_MILLIS = 5;

    private final HistoryTail tail;
    private final List<Tenure> open = new ArrayList<>();

    /**
     * A tenure without an end.
     *
     * @param label the name of the process and the number of its start
     */
    record Tenure(String label, long epoch, long announced) {
        String process() {
            return label.substring(0, label.indexOf('-'));
        }
    }

    LeaderWatch(Path folder) {
        tail = new HistoryTail(folder);
    }

    /** Waits for a leader that was announced after a time and is not the given process; returns the first one. */
    Optional<Tenure> await(long after, String except, Duration limit) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            tail.read(this::add);
            Optional<Tenure> found = open.stream()
                    .filter(tenure ->
                            tenure.announced() - after > 0 && !tenure.process().equals(except))
                    .min(Comparator.comparingLong(Tenure::announced));
            if (found.isPresent() || System.nanoTime() - deadline > 0) {
                return found;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    /** Returns the newest leader. */
    Optional<Tenure> leader() throws IOException {
        tail.read(this::add);
        return open.stream().max(Comparator.comparingLong(Tenure::announced));
    }

    /** Forgets the tenures of a process that was killed. */
    void ended(String label) throws IOException {
        tail.read(this::add);
        open.removeIf(tenure -> tenure.label().equals(label));
    }

    private void add(String label, HistoryEvent event) {
        if (event instanceof HistoryEvent.Acquired acquired) {
            open.add(new Tenure(label, acquired.epoch(), acquired.nanos()));
        } else if (event instanceof HistoryEvent.Ended ended) {
            open.removeIf(tenure -> tenure.label().equals(label) && tenure.epoch() == ended.epoch());
        }
    }
}
