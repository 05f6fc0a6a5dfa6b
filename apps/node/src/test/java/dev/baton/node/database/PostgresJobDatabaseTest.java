package dev.baton.node.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.node.deadline.DeadlineLeadership;
import dev.baton.node.job.JobSpec;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PostgresJobDatabaseTest extends JobDatabaseContract {

    @Override
    String url() {
        return TestPostgres.newDatabase();
    }

    @Test // NODE-7
    void temporaryDatabaseIsEmptyAndLeavesNothingBehind() {
        String url = TestPostgres.newDatabase();
        JobSpec spec =
                new JobSpec("work", Optional.empty(), List.of("true"), JobSpec.DEFAULT_TIMEOUT, Optional.empty(), 0);
        JobQuery all = new JobQuery(Optional.empty(), 10, Optional.empty(), false);
        try (JobDatabase real = JobDatabase.open(url)) {
            TermWriter leader = new TermWriter(real, beginTerm(real, "a", 7));
            leader.submit(spec, Optional.empty());
            try (JobDatabase temporary = JobDatabase.temporary(url)) {
                DeadlineLeadership leadership = beginTerm(temporary, "b", 1);
                assertThat(leadership.epoch()).isEqualTo(1);
                new TermWriter(temporary, leadership).submit(spec, Optional.empty());
                assertThat(temporary.jobs(all).orElseThrow()).hasSize(1);
                leader.submit(spec, Optional.empty());
            }
            assertThat(real.latestTerm().orElseThrow().nodeId()).isEqualTo("a");
            assertThat(real.jobs(all).orElseThrow()).hasSize(2);
        }
    }
}
