package dev.baton.lab.mixed;

import dev.baton.lab.mixed.engine.Participant;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * A fault of one participant.
 *
 * @param length how long the process is away
 */
record MixedFault(Kind kind, Duration length) {
    private static final int KILLS_PERCENT = 40;
    private static final int KILLS_OF_LONG_CLAIMS_PERCENT = 15;
    private static final int LONG_FREEZES_PERCENT = 50;
    private static final int LONG_FREEZES_OF_LONG_CLAIMS_PERCENT = 15;
    private static final Duration LONG_CLAIM = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofSeconds(3);

    enum Kind {
        KILL,
        FREEZE
    }

    /**
     * Chooses a fault. A claim that lasts long keeps an election without a leader for as long, so the processes that have
     * one are seldom killed.
     *
     * @param validity the time after which a silent participant has lost its claim
     */
    static MixedFault random(Random random, Duration validity) {
        boolean lasting = validity.compareTo(LONG_CLAIM) > 0;
        if (random.nextInt(100) < (lasting ? KILLS_OF_LONG_CLAIMS_PERCENT : KILLS_PERCENT)) {
            return new MixedFault(Kind.KILL, between(random, Duration.ZERO, SHORT));
        }
        boolean expires = random.nextInt(100) < (lasting ? LONG_FREEZES_OF_LONG_CLAIMS_PERCENT : LONG_FREEZES_PERCENT);
        Duration length = !expires
                ? between(random, Duration.ofMillis(100), lasting ? SHORT : validity.dividedBy(2))
                : between(random, validity, lasting ? validity.plus(SHORT.multipliedBy(3)) : validity.multipliedBy(2));
        return new MixedFault(Kind.FREEZE, length);
    }

    private static Duration between(Random random, Duration least, Duration most) {
        return least.plusMillis((long) (random.nextDouble() * most.minus(least).toMillis()));
    }

    /** Injects it, and returns when it is over. */
    void inject(Participant target) throws Exception {
        if (kind == Kind.KILL) {
            target.kill();
            TimeUnit.MILLISECONDS.sleep(length.toMillis());
            target.start();
        } else {
            target.freeze();
            try {
                TimeUnit.MILLISECONDS.sleep(length.toMillis());
            } finally {
                target.thaw();
            }
        }
    }
}
