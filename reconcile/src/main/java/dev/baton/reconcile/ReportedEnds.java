package dev.baton.reconcile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The resources whose end the watch has reported lately, also while this replica did not write. A leader can end between the
 * report and its write; without the report, the resource would only be missing for the next leader, and its record would
 * stay for the grace. What is older than the grace is left to that. The caller supplies the time. Thread-safe.
 */
final class ReportedEnds {
    /** The oldest of more are left to the grace too. */
    private static final int MOST = 10_000;

    private final Duration grace;
    private final Map<String, Long> reports = new LinkedHashMap<>();

    ReportedEnds(Duration grace) {
        this.grace = grace;
    }

    synchronized void ended(String id, long nowNanos) {
        reports.remove(id);
        reports.put(id, nowNanos);
        forgetOld(nowNanos);
    }

    /** The resource exists, or exists again. */
    synchronized void exists(String id) {
        reports.remove(id);
    }

    /** Returns the ids of the resources, the oldest report first. */
    synchronized List<String> recent(long nowNanos) {
        forgetOld(nowNanos);
        return new ArrayList<>(reports.keySet());
    }

    /** They are in the order of their times. */
    private void forgetOld(long nowNanos) {
        Iterator<Long> oldest = reports.values().iterator();
        while (oldest.hasNext() && (isOld(nowNanos - oldest.next()) || reports.size() > MOST)) {
            oldest.remove();
        }
    }

    private boolean isOld(long ageNanos) {
        return Duration.ofNanos(ageNanos).compareTo(grace) > 0;
    }
}
