package dev.baton.spi;

import java.time.Duration;
import java.util.List;

/**
 * The worst-case times until another candidate leads, with a standby that is running.
 *
 * <pre>{@code
 * FailoverTimes times = backend.failover(CandidateTiming.of(settings, backend.defaults()));
 * System.out.println("after a kill: " + times.kill().toMillis() + " ms");
 * }</pre>
 *
 * @param kill after the leader's process is killed
 * @param freeze after the leader's process is frozen
 * @param partition after the leader loses contact with the store
 * @param release after the leader steps down and its work has stopped
 * @param assumptions the assumptions behind these times, for people
 */
public record FailoverTimes(
        Duration kill, Duration freeze, Duration partition, Duration release, List<String> assumptions) {}
