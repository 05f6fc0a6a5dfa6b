package dev.baton.internal.runtime;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Checks that a leadership is linearizable: under every interleaving it behaves like a sequential one, in which a
 * leadership that became invalid stays invalid.
 */
@Tag("lincheck")
@Param(name = "until", gen = IntGen.class, conf = "2:4")
public class TimedLeadershipLincheckTest {
    private final ManualClock clock = new ManualClock();
    private final TimedLeadership leadership =
            new TimedLeadership("e", "a", 1, new ClockReading(1, Long.MAX_VALUE), clock);

    @Operation
    public boolean isValid() {
        return leadership.isValid();
    }

    @Operation
    public boolean extend(@Param(name = "until") int until) {
        return leadership.extend(new ClockReading(until, Long.MAX_VALUE));
    }

    @Operation
    public void end() {
        leadership.end(EndReason.TAKEN_OVER);
    }

    @Operation
    public void tick() {
        clock.tick();
    }

    @Test // API-2
    void isLinearizableUnderModelChecking() {
        new ModelCheckingOptions()
                .iterations(40)
                .invocationsPerIteration(300)
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(0)
                .actorsAfter(1)
                .sequentialSpecification(SequentialLeadership.class)
                .check(TimedLeadershipLincheckTest.class);
    }

    @Test // API-2
    void isLinearizableOnRealThreads() {
        new StressOptions()
                .iterations(5)
                .invocationsPerIteration(500)
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(0)
                .actorsAfter(1)
                .sequentialSpecification(SequentialLeadership.class)
                .check(TimedLeadershipLincheckTest.class);
    }

    /** The sequential specification of a leadership. */
    public static final class SequentialLeadership {
        private int now;
        private int deadline = 1;
        private boolean ended;

        public boolean isValid() {
            ended |= now >= deadline;
            return !ended;
        }

        public boolean extend(int until) {
            if (isValid()) {
                deadline = until;
                return true;
            }
            return false;
        }

        public void end() {
            ended = true;
        }

        public void tick() {
            now++;
        }
    }
}
