package dev.baton.node.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobRulesTest {

    private static Job job(JobState state, int attempt, Optional<Integer> most) {
        JobSpec order = new JobSpec("j", Optional.empty(), List.of(), JobSpec.USUAL_TIMEOUT, most, 0);
        return new Job(
                "id",
                order,
                state,
                4,
                1,
                attempt,
                Optional.of("l"),
                Optional.of("w"),
                Optional.empty(),
                Optional.empty(),
                0,
                0);
    }

    @Test // NODE-8
    void whatIsFinalIsNeverMovedByACancellation() {
        for (JobState state : JobState.values()) {
            JobTransition next = JobRules.cancelled(job(state, 1, Optional.empty()));
            assertThat(next.state()).isEqualTo(state.isFinal() ? state : JobState.CANCELLED);
            assertThat(next.jobEpoch()).isEqualTo(state == JobState.LEASED ? 5 : 4);
        }
    }

    @Test // NODE-8
    void theEpochGrowsWheneverALeaseStopsCountingWithoutAResult() {
        assertThat(JobRules.lapsed(job(JobState.LEASED, 1, Optional.of(2))))
                .isEqualTo(new JobTransition(JobState.QUEUED, 5));
        assertThat(JobRules.lapsed(job(JobState.LEASED, 2, Optional.of(2))))
                .isEqualTo(new JobTransition(JobState.DEAD, 5));
        assertThat(JobRules.revoked(job(JobState.LEASED, 2, Optional.of(2))))
                .isEqualTo(new JobTransition(JobState.QUEUED, 5));
    }

    @Test // NODE-8
    void aSuccessIsFinalAndAFailureIsWhenNoAttemptIsLeft() {
        assertThat(JobRules.finished(job(JobState.LEASED, 1, Optional.of(2)), true))
                .isEqualTo(new JobTransition(JobState.SUCCEEDED, 4));
        assertThat(JobRules.finished(job(JobState.LEASED, 1, Optional.of(2)), false))
                .isEqualTo(new JobTransition(JobState.QUEUED, 5));
        assertThat(JobRules.finished(job(JobState.LEASED, 2, Optional.of(2)), false))
                .isEqualTo(new JobTransition(JobState.FAILED, 4));
        assertThat(JobRules.finished(job(JobState.LEASED, 1, Optional.empty()), false))
                .isEqualTo(new JobTransition(JobState.FAILED, 4));
    }
}
