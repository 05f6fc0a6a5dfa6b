package dev.baton.lab.nemesis.candidate;

import dev.baton.Leadership;
import dev.baton.fence.Fence;
import dev.baton.lab.nemesis.history.HistoryLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The work of a leader: it writes to each resource in turn while its leadership is valid. */
final class WritingWork {
    private static final long PAUSE_MILLIS = 60;

    private final LeaderWriting writing;
    private final ValidityReadings readings;
    private final List<LeaderResource> resources = new ArrayList<>();

    WritingWork(CandidatePlan plan, HistoryLog log, ValidityReadings readings) {
        this.writing = new LeaderWriting(log);
        this.readings = readings;
        resources.add(new LeaderFiles(plan.files(), true));
        resources.add(new LeaderFiles(plan.files(), false));
        resources.add(new LeaderRequests(plan.sink(), "http"));
        plan.sql().ifPresent(url -> resources.add(new LeaderRows(new RowConnections(url), fence(plan.url()))));
    }

    private static Fence fence(String url) {
        return url.startsWith("postgres:") ? Fence.byElection() : Fence.byHighestSeen();
    }

    void run(Leadership leadership) throws InterruptedException {
        int next = (int) (leadership.epoch() % resources.size());
        while (readings.read(leadership)) {
            writing.write(resources.get(next++ % resources.size()), leadership);
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
    }
}
