package dev.baton.node.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WriteHealthTest {
    private final WriteHealth health = new WriteHealth();

    @Test // NODE-4
    void leaderWhoseWriteFailedIsNotReadyAlthoughTheDatabaseCanBeRead() {
        health.failed();
        assertThat(health.problem(true)).contains("a write has failed");
        assertThat(health.problem(false)).isEmpty();
        health.succeeded(0);
        assertThat(health.problem(true)).isEmpty();
    }

    @Test // NODE-4
    void nobodyIsReadyWhileTheDatabaseCannotBeUsed() {
        health.reachable(false);
        assertThat(health.problem(true)).contains("the job database cannot be used");
        assertThat(health.problem(false)).contains("the job database cannot be used");
        health.reachable(true);
        assertThat(health.problem(false)).isEmpty();
    }

    @Test // NODE-4
    void successIsKnownForFiveSeconds() {
        long start = 42;
        health.succeeded(start);
        assertThat(health.isUnknown(start + Duration.ofSeconds(5).toNanos())).isFalse();
        assertThat(health.isUnknown(start + Duration.ofSeconds(5).toNanos() + 1))
                .isTrue();
        health.failed();
        assertThat(health.isUnknown(start)).isTrue();
    }
}
