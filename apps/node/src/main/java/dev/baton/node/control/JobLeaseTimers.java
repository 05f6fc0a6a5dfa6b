package dev.baton.node.control;

import dev.baton.node.job.JobLease;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The deadlines of leases on the monotonic clock of this process. A lease that is added late gets its full time to live, so
 * it may expire too late but never too early. Thread-safe.
 */
final class JobLeaseTimers {
    private final Map<String, Long> deadlines = new HashMap<>();

    /** Starts or restarts the timer of a lease. */
    synchronized void start(JobLease lease, long now) {
        deadlines.put(lease.id(), now + lease.ttl().toNanos());
    }

    synchronized void remove(String leaseId) {
        deadlines.remove(leaseId);
    }

    /** Starts the missing timers of the current leases and removes all other timers. */
    synchronized void synchronizeWith(List<JobLease> current, long now) {
        current.forEach(
                lease -> deadlines.putIfAbsent(lease.id(), now + lease.ttl().toNanos()));
        deadlines.keySet().retainAll(current.stream().map(JobLease::id).collect(Collectors.toSet()));
    }

    /** Returns the expired leases. They stay until they are removed, so that a failed end is retried. */
    synchronized List<String> expired(long now) {
        return deadlines.entrySet().stream()
                .filter(timer -> now - timer.getValue() >= 0)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns whether a lease was expired at that time and has not been renewed since. */
    synchronized boolean isExpired(String leaseId, long now) {
        Long deadline = deadlines.get(leaseId);
        return deadline != null && now - deadline >= 0;
    }

    /** Removes the timer of a lease, unless it was renewed since it expired. */
    synchronized void removeExpired(String leaseId, long now) {
        if (isExpired(leaseId, now)) {
            deadlines.remove(leaseId);
        }
    }

    /** Delays the next attempt to end an expired lease. */
    synchronized void postpone(String leaseId, long now, Duration delay) {
        deadlines.computeIfPresent(leaseId, (id, deadline) -> now - deadline >= 0 ? now + delay.toNanos() : deadline);
    }

    /** Adds time to every lease in which it could not be renewed. */
    synchronized void extendAll(Duration outage) {
        deadlines.replaceAll((id, deadline) -> deadline + outage.toNanos());
    }

    synchronized void clear() {
        deadlines.clear();
    }
}
