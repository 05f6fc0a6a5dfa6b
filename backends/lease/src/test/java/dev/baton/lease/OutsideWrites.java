package dev.baton.lease;

import dev.baton.spi.RunningCommand;
import dev.baton.testkit.CandidateCall;
import dev.baton.testkit.TestCandidate;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

/**
 * A candidate that is never frozen in the middle of a write. On SQLite a process that freezes there keeps the file locked,
 * so that no candidate can lead. That is documented, and a locked file has its own test.
 *
 * @param isLocked whether a process is writing to the file
 */
record OutsideWrites(TestCandidate candidate, BooleanSupplier isLocked) implements TestCandidate {

    @Override
    public String instanceId() {
        return candidate.instanceId();
    }

    @Override
    public Status status() {
        return candidate.status();
    }

    @Override
    public void call(CandidateCall call, String target) {
        candidate.call(call, target);
    }

    @Override
    public void finishCalls() {
        candidate.finishCalls();
    }

    @Override
    public boolean record(RunningCommand command) {
        return candidate.record(command);
    }

    @Override
    public void crash() {
        candidate.crash();
    }

    @Override
    public void freeze() {
        Awaitility.await("frozen outside a write")
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> {
                    candidate.freeze();
                    if (isLocked.getAsBoolean()) {
                        candidate.thaw();
                        return false;
                    }
                    return true;
                });
    }

    @Override
    public void thaw() {
        candidate.thaw();
    }

    @Override
    public void close() {
        candidate.close();
    }
}
