package dev.baton.lab.nemesis.store;

import java.time.Duration;

/** The timing of a group of members. */
final class GroupTiming {
    private static final Duration DEFAULT_LEASE = Duration.ofSeconds(8);

    private GroupTiming() {}

    /** Returns the timing of a trial; the heartbeat is a tenth of the lease. */
    static LeaseTiming of(TrialPlan plan) {
        return plan.validity().map(GroupTiming::of).orElse(new LeaseTiming(DEFAULT_LEASE, ""));
    }

    private static LeaseTiming of(Duration lease) {
        return new LeaseTiming(
                lease,
                "lease=" + lease.toMillis() + "ms&heartbeat="
                        + lease.dividedBy(10).toMillis() + "ms");
    }

    /** Returns a timing with half as much again. */
    static LeaseTiming longer(LeaseTiming timing) {
        return of(timing.validity().multipliedBy(3).dividedBy(2));
    }

    /** A member that lost its promises abstains for a lease; then the leader's lease ends, and a few rounds follow. */
    static Duration recovery(LeaseTiming timing) {
        return timing.validity().multipliedBy(2).plusSeconds(2);
    }
}
