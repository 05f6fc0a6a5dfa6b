package dev.baton.lease;

import dev.baton.spi.CandidateTiming;
import dev.baton.spi.FailoverTimes;
import java.time.Duration;
import java.util.List;

/** The worst-case failover times, computed from the options. */
final class LeaseFailoverTimes {
    private LeaseFailoverTimes() {}

    static FailoverTimes of(CandidateTiming timing, LeaseOptions options) {
        Duration attempt = timing.requestTimeout().multipliedBy(2);
        Duration silent = options.ttl().plus(options.pollInterval()).plus(attempt);
        return new FailoverTimes(
                silent,
                silent,
                silent,
                options.pollInterval().plus(attempt),
                List.of(
                        "a standby on the same host that sees the leader's pids takes over from a killed leader within"
                                + " about 100 ms; the figure is for another host",
                        "with notifications (LISTEN, or a watch on the database's file) a release takes milliseconds; the"
                                + " figure is for a store without them",
                        "clock rates of standby and leader differ by less than 5 %; the time that the clocks show does"
                                + " not matter"));
    }
}
