package dev.baton.internal.runtime;

import dev.baton.EndReason;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The published leadership behaves, under every interleaving, like one that is looked at and changed one
 * call at a time; in that one what turned false never turns true again.
 */
@Tag("lincheck")
@Param(name = "until", gen = IntGen.class, conf = "2:4")
public class TimedLeadershipLincheckTest {
    private final HandClock clock = new HandClock();
    private final TimedLeadership reign = new TimedLeadership("e", "a", 1, new Deadline(1, Long.MAX_VALUE), clock);

    @Operation
    public boolean isValid() {
        return reign.isValid();
    }

    @Operation
    public boolean extend(@Param(name = "until") int until) {
        return reign.extend(new Deadline(until, Long.MAX_VALUE));
    }

    @Operation
    public void end() {
        reign.end(EndReason.TAKEN_OVER);
    }

    @Operation
    public void tick() {
        clock.tick();
    }

    @Test // API-2
    void aLeadershipIsLinearizableInEveryInterleavingTried() {
        new ModelCheckingOptions()
                .iterations(40)
                .invocationsPerIteration(300)
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(0)
                .actorsAfter(1)
                .sequentialSpecification(OneAtATime.class)
                .check(TimedLeadershipLincheckTest.class);
    }

    @Test // API-2
    void aLeadershipIsLinearizableOnRealThreads() {
        new StressOptions()
                .iterations(5)
                .invocationsPerIteration(500)
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(0)
                .actorsAfter(1)
                .sequentialSpecification(OneAtATime.class)
                .check(TimedLeadershipLincheckTest.class);
    }

    /** What a leadership is, said plainly. */
    public static final class OneAtATime {
        private int now;
        private int deadline = 1;
        private boolean over;

        public boolean isValid() {
            over |= now >= deadline;
            return !over;
        }

        public boolean extend(int until) {
            if (isValid()) {
                deadline = until;
                return true;
            }
            return false;
        }

        public void end() {
            over = true;
        }

        public void tick() {
            now++;
        }
    }
}
