package dev.baton.lab.nemesis.store;

import java.time.Duration;

/**
 * The timing of an engine in a trial.
 *
 * @param longer a longer one, for a process whose settings differ
 * @param recovery the documented time until there is a leader again
 * @param longestFreeze how long a server may be frozen
 */
record EngineTiming(LeaseTiming usual, LeaseTiming longer, Duration recovery, Duration longestFreeze) {
    private static final Duration ANY = Duration.ofDays(1);
    /** A request to an engine has a sixth of the validity, so that it needs a longer one than other stores. */
    private static final int LENGTHENED = 3;

    /**
     * Returns the timing for a trial. After a silent leader, the next one leads within one and a half of the validity and
     * two attempts. A new leader of the servers gives every candidate its whole time again.
     *
     * @param parameter the URL parameter that sets the validity
     * @param otherwise the default validity of the engine
     */
    static EngineTiming of(TrialPlan plan, String parameter, Duration otherwise) {
        LeaseTiming usual = LeaseTiming.of(
                plan.validity().map(validity -> validity.multipliedBy(LENGTHENED)), parameter, otherwise);
        LeaseTiming longer = usual.longer(parameter);
        return new EngineTiming(usual, longer, longer.validity().multipliedBy(3), ANY);
    }

    /** Returns the timing in which no server is frozen for longer than half of the validity. */
    EngineTiming withShortFreezes() {
        return new EngineTiming(usual, longer, recovery, usual.validity().dividedBy(2));
    }
}
