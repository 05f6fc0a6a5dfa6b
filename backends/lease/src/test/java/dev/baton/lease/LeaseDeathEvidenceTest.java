package dev.baton.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.support.process.Evidence;
import dev.baton.support.process.ProcessIdentity;
import org.junit.jupiter.api.Test;

/** Only proof shortens a wait, and a lost connection is no proof. */
class LeaseDeathEvidenceTest {
    private static final long UNUSED_PID = 4_194_303;

    private final ProcessIdentity self = ProcessIdentity.current();
    private final LeaseDeathEvidence shared = new LeaseDeathEvidence(false);

    private LeaseProcess process(String bootId, long pidNamespace, long pid, long startTime) {
        return new LeaseProcess("other", new ProcessIdentity(bootId, pidNamespace, pid, startTime));
    }

    private LeaseProcess process(long pid, long startTime) {
        return process(self.bootId(), self.pidNamespace(), pid, startTime);
    }

    @Test // LEASE-2
    void processWithFreeOrRecycledPidHasEnded() throws Exception {
        Process living = new ProcessBuilder("cat").start();
        long start = ProcessIdentity.of(living.pid()).orElseThrow().startTime();
        assertThat(shared.hasEnded(process(living.pid(), start))).isEqualTo(Evidence.NO);
        assertThat(shared.hasEnded(process(living.pid(), start - 1)))
                .as("recycled pid")
                .isEqualTo(Evidence.YES);
        living.destroyForcibly().waitFor();
        assertThat(shared.hasEnded(process(living.pid(), start))).isEqualTo(Evidence.YES);
    }

    @Test // LEASE-2
    void processThatCannotBeSeenIsUnknown() {
        assertThat(shared.hasEnded(process(UNUSED_PID, 1))).isEqualTo(Evidence.YES);
        assertThat(shared.hasEnded(process("another boot", self.pidNamespace(), UNUSED_PID, 1)))
                .isEqualTo(Evidence.UNKNOWN);
        assertThat(shared.hasEnded(process(self.bootId(), self.pidNamespace() + 1, UNUSED_PID, 1)))
                .isEqualTo(Evidence.UNKNOWN);
        assertThat(shared.hasEnded(process("", 0, UNUSED_PID, 1))).isEqualTo(Evidence.UNKNOWN);
        assertThat(shared.hasEnded(process(UNUSED_PID, 0))).as("no start time").isEqualTo(Evidence.UNKNOWN);
    }

    @Test // LEASE-2
    void processOfAnotherBootHasEndedOnAStoreOfOneMachine() {
        LeaseProcess earlier = process("another boot", self.pidNamespace(), self.pid(), self.startTime());
        assertThat(new LeaseDeathEvidence(true).hasEnded(earlier)).isEqualTo(Evidence.YES);
    }
}
