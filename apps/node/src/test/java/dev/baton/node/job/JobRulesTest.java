package dev.baton.node.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobRulesTest {

    private static Job job(JobState state, int attempt, Optional<Integer> maxAttempts) {
        JobSpec spec = new JobSpec("j", Optional.empty(), List.of(), JobSpec.DEFAULT_TIMEOUT, maxAttempts, 0);
        return new Job(
                "id",
                spec,
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
    void cancellationDoesNotChangeAFinalState() {
        for (JobState state : JobState.values()) {
            JobTransition next = JobRules.cancelled(job(state, 1, Optional.empty()));
            assertThat(next.state()).isEqualTo(state.isFinal() ? state : JobState.CANCELLED);
            assertThat(next.jobEpoch()).isEqualTo(state == JobState.LEASED ? 5 : 4);
            assertThat(next.attempt()).isEqualTo(1);
        }
    }

    @Test // NODE-8
    void epochGrowsWhenALeaseEndsWithoutAResult() {
        assertThat(JobRules.expired(job(JobState.LEASED, 1, Optional.of(2))))
                .isEqualTo(new JobTransition(JobState.QUEUED, 5, 1));
        assertThat(JobRules.expired(job(JobState.LEASED, 2, Optional.of(2))))
                .isEqualTo(new JobTransition(JobState.DEAD, 5, 2));
        assertThat(JobRules.revoked(job(JobState.LEASED, 2, Optional.of(2))))
                .isEqualTo(new JobTransition(JobState.QUEUED, 5, 2));
    }

    @Test // NODE-8
    void returnedLeaseUsesNoAttempt() {
        assertThat(JobRules.returned(job(JobState.LEASED, 2, Optional.of(2))))
                .isEqualTo(new JobTransition(JobState.QUEUED, 5, 1));
    }

    @Test // NODE-8
    void onlyFailedAndDeadJobsAreRetriedAndWithAllTheirAttempts() {
        for (JobState state : JobState.values()) {
            assertThat(JobRules.mayRetry(state)).isEqualTo(state == JobState.FAILED || state == JobState.DEAD);
        }
        assertThat(JobRules.retried(job(JobState.DEAD, 2, Optional.of(2))))
                .isEqualTo(new JobTransition(JobState.QUEUED, 5, 0));
    }

    @Test // NODE-8
    void successIsFinalAndFailureIsFinalWithoutAttemptsLeft() {
        assertThat(JobRules.finished(job(JobState.LEASED, 1, Optional.of(2)), true))
                .isEqualTo(new JobTransition(JobState.SUCCEEDED, 4, 1));
        assertThat(JobRules.finished(job(JobState.LEASED, 1, Optional.of(2)), false))
                .isEqualTo(new JobTransition(JobState.QUEUED, 5, 1));
        assertThat(JobRules.finished(job(JobState.LEASED, 2, Optional.of(2)), false))
                .isEqualTo(new JobTransition(JobState.FAILED, 4, 2));
        assertThat(JobRules.finished(job(JobState.LEASED, 1, Optional.empty()), false))
                .isEqualTo(new JobTransition(JobState.FAILED, 4, 1));
    }
}
