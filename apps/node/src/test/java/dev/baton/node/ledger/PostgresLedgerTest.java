package dev.baton.node.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.node.control.Mandate;
import dev.baton.node.job.JobOrder;
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
        JobOrder order =
                new JobOrder("work", Optional.empty(), List.of("true"), JobOrder.USUAL_TIMEOUT, Optional.empty(), 0);
        JobQuery all = new JobQuery(Optional.empty(), 10, Optional.empty());
        try (Ledger real = Ledger.open(url)) {
            Writer leader = new Writer(real, term(real, "a", 7));
            leader.submit(order, Optional.empty());
            try (Ledger apart = Ledger.apart(url)) {
                Mandate rehearsal = term(apart, "b", 1);
                assertThat(rehearsal.epoch()).isEqualTo(1);
                new Writer(apart, rehearsal).submit(order, Optional.empty());
                assertThat(apart.jobs(all).orElseThrow()).hasSize(1);
                leader.submit(order, Optional.empty());
            }
            assertThat(real.latestTerm().orElseThrow().nodeId()).isEqualTo("a");
            assertThat(real.jobs(all).orElseThrow()).hasSize(2);
        }
    }
}
