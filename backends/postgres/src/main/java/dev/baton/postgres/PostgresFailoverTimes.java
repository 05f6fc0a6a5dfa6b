package dev.baton.postgres;

import dev.baton.spi.CandidateTiming;
import dev.baton.spi.FailoverTimes;
import java.time.Duration;
import java.util.List;

/** Computes the worst-case failover times. */
final class PostgresFailoverTimes {
    /** The time that a server may need to notice that the client of a running statement has gone. */
    private static final Duration CONNECTION_CHECK = Duration.ofMillis(500);

    private PostgresFailoverTimes() {}

    static FailoverTimes of(CandidateTiming timing, PostgresOptions options) {
        Duration attempt = timing.requestTimeout().multipliedBy(2);
        Duration patience = options.patience();
        boolean exclusive = options.takeover() == TakeoverMode.EXCLUSIVE;
        Duration wait = exclusive ? patience : Duration.ZERO;
        Duration unresponsive = patience.plus(attempt).plus(wait);
        return new FailoverTimes(
                CONNECTION_CHECK.plus(attempt).plus(wait),
                unresponsive,
                unresponsive,
                attempt,
                List.of(
                        "PostgreSQL 14 or newer: the server ends a lock session that was silent for "
                                + patience.toMillis() + " ms; an older server keeps the lock of a frozen leader",
                        "each request of the successor takes less than "
                                + timing.requestTimeout().toMillis() + " ms; usually all of them take milliseconds",
                        "the standby's waiting session is alive, and the elections of this process are led by at most "
                                + WaitingSessions.LIMIT + " other processes; otherwise it polls, up to every 30 s",
                        "the kernel frees the memory of a killed process before it closes its sockets: add about 3 ms"
                                + " for 64 MB and 500 ms for 8 GB to the time after a kill",
                        exclusive
                                ? "takeover=exclusive: a successor waits for the predecessor's " + patience.toMillis()
                                        + " ms unless it released"
                                : "takeover=fenced: if a leader's session is ended, a successor leads immediately. The"
                                        + " former leader may consider itself leader until it notices, at most for its"
                                        + " validity; only fences refuse its writes",
                        "a transaction fenced by an older epoch ends within the validity; then the successor"
                                + " terminates it",
                        "a standby is ready: healthy, not yielding, and no candidate has a higher priority"));
    }
}
