package dev.baton.node.control;

import dev.baton.node.job.JobLease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * When leases run out, on this process's monotonic clock. A lease that it learns of late lasts its full time from
 * then: a job is taken away later than it could be, never earlier.
 */
final class JobLeaseTimers {
    private final Map<String, Long> deadlines = new HashMap<>();

    /** This lease lasts its time to live from now on. */
    synchronized void keep(JobLease lease, long now) {
        deadlines.put(lease.id(), now + lease.ttl().toNanos());
    }

    synchronized void forget(String leaseId) {
        deadlines.remove(leaseId);
    }

    /** These are all the leases there are. */
    synchronized void adopt(List<JobLease> live, long now) {
        Set<String> ids = new HashSet<>();
        for (JobLease lease : live) {
            ids.add(lease.id());
            deadlines.putIfAbsent(lease.id(), now + lease.ttl().toNanos());
        }
        deadlines.keySet().retainAll(ids);
    }

    /** Those that ran out. They stay until they are forgotten, so that one that could not be ended comes again. */
    synchronized List<String> due(long now) {
        List<String> due = new ArrayList<>();
        deadlines.forEach((id, deadline) -> {
            if (now - deadline >= 0) {
                due.add(id);
            }
        });
        return due;
    }

    /** A lease that could not be ended is tried again after a while. */
    synchronized void postpone(String leaseId, long now, Duration by) {
        deadlines.computeIfPresent(leaseId, (id, deadline) -> now + by.toNanos());
    }

    synchronized void clear() {
        deadlines.clear();
    }
}
