package dev.baton.postgres;

import dev.baton.spi.CandidateTiming;
import dev.baton.spi.FailoverTimes;
import java.time.Duration;
import java.util.List;

/** The longest a change of leader takes, computed. */
final class PostgresFailoverTimes {
    /** What a server may take to notice that the client of a running statement is gone. */
    private static final Duration CONNECTION_CHECK = Duration.ofMillis(500);

    private PostgresFailoverTimes() {}

    static FailoverTimes of(CandidateTiming timing, PostgresOptions options) {
        Duration attempt = timing.requestTimeout().multipliedBy(2);
        Duration patience = options.patience();
        Duration kill = CONNECTION_CHECK.plus(attempt);
        Duration silent = patience.plus(attempt);
        boolean exclusive = options.takeover() == TakeoverMode.EXCLUSIVE;
        Duration wait = exclusive ? patience : Duration.ZERO;
        return new FailoverTimes(
                kill.plus(wait),
                silent.plus(wait),
                silent.plus(wait),
                attempt,
                List.of(
                        "PostgreSQL 14 or newer: the server ends a lock session that was silent for "
                                + patience.toMillis() + " ms; an older one keeps a frozen leader's lock",
                        "each request of the successor takes less than "
                                + timing.requestTimeout().toMillis() + " ms; normally all of it takes milliseconds",
                        "the standby's waiting session lives, and no more than " + WaitingSessions.MOST
                                + " processes lead what this process stands for; else it polls, up to every 30 s",
                        "the kernel frees a killed process's memory before it closes its sockets: about 3 ms for"
                                + " 64 MB, 500 ms for 8 GB, to be added to kill",
                        exclusive
                                ? "takeover=exclusive: a successor waits for the predecessor's " + patience.toMillis()
                                        + " ms unless it released"
                                : "takeover=fenced: whoever ends a leader's session makes a successor at once; the"
                                        + " former leader may believe in itself until it hears of it, at most for its"
                                        + " validity, and only fences keep it harmless",
                        "a transaction fenced by an older epoch ends within the validity; then the server is told"
                                + " to end it",
                        "a standby is ready: healthy, not yielding, of no lower priority than another"));
    }
}
