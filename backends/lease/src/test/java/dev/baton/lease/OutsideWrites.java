package dev.baton.lease;

import dev.baton.testkit.TestCandidate;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

/**
 * A contestant that is never frozen in the middle of a write. On SQLite whoever stands still there keeps the file
 * locked, so that nobody can lead: that is documented, and what a locked file does is tested on its own.
 *
 * @param isLocked whether somebody is writing to the file
 */
record OutsideWrites(TestCandidate contestant, BooleanSupplier isLocked) implements TestCandidate {

    @Override
    public String instanceId() {
        return contestant.instanceId();
    }

    @Override
    public Standing standing() {
        return contestant.standing();
    }

    @Override
    public void crash() {
        contestant.crash();
    }

    @Override
    public void freeze() {
        Awaitility.await("frozen outside a write")
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> {
                    contestant.freeze();
                    if (isLocked.getAsBoolean()) {
                        contestant.thaw();
                        return false;
                    }
                    return true;
                });
    }

    @Override
    public void thaw() {
        contestant.thaw();
    }

    @Override
    public void close() {
        contestant.close();
    }
}
