package dev.baton.node.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.node.control.LentLeadership;
import dev.baton.node.job.JobSpec;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PostgresLedgerTest extends LedgerContract {

    @Override
    String url() {
        return TestServer.newDatabase();
    }

    @Test // NODE-7
    void aLedgerApartIsEmptyAndLeavesNothingBehind() {
        String url = TestServer.newDatabase();
        JobSpec order =
                new JobSpec("work", Optional.empty(), List.of("true"), JobSpec.USUAL_TIMEOUT, Optional.empty(), 0);
        JobQuery all = new JobQuery(Optional.empty(), 10, Optional.empty());
        try (JobDatabase real = JobDatabase.open(url)) {
            TermWriter leader = new TermWriter(real, term(real, "a", 7));
            leader.submit(order, Optional.empty());
            try (JobDatabase apart = JobDatabase.apart(url)) {
                LentLeadership rehearsal = term(apart, "b", 1);
                assertThat(rehearsal.epoch()).isEqualTo(1);
                new TermWriter(apart, rehearsal).submit(order, Optional.empty());
                assertThat(apart.jobs(all).orElseThrow()).hasSize(1);
                leader.submit(order, Optional.empty());
            }
            assertThat(real.latestTerm().orElseThrow().nodeId()).isEqualTo("a");
            assertThat(real.jobs(all).orElseThrow()).hasSize(2);
        }
    }
}
