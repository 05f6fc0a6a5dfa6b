package dev.baton.zookeeper;

import dev.baton.RetryStrategy;
import dev.baton.spi.BackendDefaults;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.FailoverTimes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The timeout of the process's session and how often it is renewed. Refused at construction if the two cannot be safe
 * together.
 *
 * <pre>{@code
 * ZkOptions options = ZkOptions.of(Duration.ofSeconds(6));
 * }</pre>
 *
 * @param session the time after which ZooKeeper deletes the nodes of a silent process
 * @param renewInterval how often the session is renewed by a write
 */
public record ZkOptions(Duration session, Duration renewInterval) {
    public static final Duration DEFAULT_SESSION = Duration.ofSeconds(10);
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final int RENEWALS = 7;

    public ZkOptions {
        if (session.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException(
                    "session must be at least " + SHORTEST.toSeconds() + " s, but is " + session.toMillis() + " ms");
        }
        if (renewInterval.isZero() || renewInterval.isNegative()) {
            throw new IllegalArgumentException("renew must be positive, but is " + renewInterval.toMillis() + " ms");
        }
        if (renewInterval.multipliedBy(5).compareTo(session) > 0) {
            throw new IllegalArgumentException("unsafe timing: 5 * renew <= session does not hold: renew is "
                    + renewInterval.toMillis() + " ms, but session is " + session.toMillis()
                    + " ms; renew more often, or lengthen the session");
        }
    }

    /** Returns a session of 10 s, renewed every 1.4 s. */
    public static ZkOptions defaults() {
        return of(DEFAULT_SESSION);
    }

    /** Returns the given session timeout, renewed seven times within it. */
    public static ZkOptions of(Duration session) {
        return new ZkOptions(session, session.dividedBy(RENEWALS));
    }

    /**
     * How far apart two confirmed writes must be for the later one to prove that the earlier one renewed the session. A
     * follower reports sessions to the leader twice in a tick, and a session has at least two ticks.
     */
    Duration proofGap() {
        return session.dividedBy(4);
    }

    /**
     * What differs between clocks, the gap of the proof, and a part of a renewal interval, because the proven write is
     * older than the gap by that: seven renewals in a session are every second one a bit more than a quarter apart.
     */
    private Duration margin() {
        return session.dividedBy(20).plus(proofGap()).plus(renewInterval.dividedBy(4));
    }

    /**
     * Returns how often the session is renewed for a candidate that renews its claim at the given interval. Bounded, so
     * that a validity that is a tiny part of the session does not cause a flood of writes.
     */
    Duration renewInterval(Optional<Duration> ofCandidate) {
        Duration shortest = session.dividedBy(50);
        return ofCandidate
                .filter(interval -> interval.compareTo(renewInterval) < 0)
                .map(interval -> interval.compareTo(shortest) < 0 ? shortest : interval)
                .orElse(renewInterval);
    }

    /** How long this process waits for one answer. */
    Duration patience() {
        return session.dividedBy(6);
    }

    FailoverTimes failover(CandidateTiming timing) {
        Duration attempt = timing.requestTimeout().multipliedBy(2);
        // ZooKeeper ends sessions in steps of its tick, which is at most half of a session.
        Duration silent = session.plus(session.dividedBy(2)).plus(attempt);
        return new FailoverTimes(
                silent,
                silent,
                silent,
                attempt,
                List.of(
                        "ZooKeeper answers in time. A new leader of the ensemble gives every session its whole timeout"
                                + " again, so a loss of that leader at the same moment adds up to one more session",
                        "the standby has been connected for a quarter of the session: a new session must first prove"
                                + " that its writes renew it",
                        "with a candidate of another program in front, that one leads next"));
    }

    BackendDefaults backendDefaults() {
        return new BackendDefaults(
                session,
                session,
                margin(),
                renewInterval,
                session.dividedBy(10),
                RetryStrategy.fixed(session.dividedBy(3)));
    }
}
