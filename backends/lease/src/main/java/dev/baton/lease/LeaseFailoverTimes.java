package dev.baton.lease;

import dev.baton.spi.CandidateTiming;
import dev.baton.spi.FailoverTimes;
import java.time.Duration;
import java.util.List;

/** The longest a change of leader takes, computed. */
final class LeaseFailoverTimes {
    private LeaseFailoverTimes() {}

    static FailoverTimes of(CandidateTiming timing, LeaseOptions options) {
        Duration attempt = timing.requestTimeout().multipliedBy(2);
        Duration silent = options.ttl().plus(options.lookEvery()).plus(attempt);
        return new FailoverTimes(
                silent,
                silent,
                silent,
                options.lookEvery().plus(attempt),
                List.of(
                        "a killed holder is succeeded within about 100 ms when its successor runs on the same host and"
                                + " sees its pids; the figure is for another host",
                        "push (LISTEN, or a watch on the database's file) makes a release milliseconds; the figure is"
                                + " for a store that does not push",
                        "clock rates of successor and holder differ by less than 5 %; what the clocks show does not"
                                + " matter"));
    }
}
