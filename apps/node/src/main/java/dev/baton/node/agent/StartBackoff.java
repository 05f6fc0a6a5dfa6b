package dev.baton.node.agent;

import java.time.Duration;

/** How long an agent that cannot start commands pauses before it leases the next job. */
final class StartBackoff {
    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private Duration pause = Duration.ZERO;

    /** Returns the pause before the next request for work; zero unless the last command could not be started. */
    Duration pause() {
        return pause;
    }

    void started() {
        pause = Duration.ZERO;
    }

    void failed() {
        Duration twice = pause.isZero() ? FIRST : pause.multipliedBy(2);
        pause = twice.compareTo(LONGEST) > 0 ? LONGEST : twice;
    }
}
