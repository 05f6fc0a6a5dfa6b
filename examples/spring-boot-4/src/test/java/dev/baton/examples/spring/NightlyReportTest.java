package dev.baton.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spring.BatonAutoConfiguration;
import dev.baton.spring.BatonElections;
import dev.baton.testkit.spring.BatonTest;
import dev.baton.testkit.spring.LeadershipSwitch;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A test of leader code without a server: elections are in memory, on virtual time. */
@SpringBootTest(classes = {NightlyReport.class, NightlyReportTest.RecordedLedger.class})
@ImportAutoConfiguration(BatonAutoConfiguration.class)
@BatonTest
class NightlyReportTest {

    /** A ledger without a database. */
    static class RecordedLedger extends ReportLedger {
        private final List<Long> epochs = new CopyOnWriteArrayList<>();

        RecordedLedger() {
            super((JdbcClient) null);
        }

        @Override
        public long begin(String replica, long epoch) {
            epochs.add(epoch);
            return epochs.size();
        }

        @Override
        public void end(long entry) {}

        List<Long> epochs() {
            return epochs;
        }
    }

    @Autowired
    private RecordedLedger ledger;

    @Autowired
    private NightlyReport report;

    @Autowired
    private LeadershipSwitch leadership;

    @Autowired
    private BatonElections elections;

    @Test
    void onlyTheLeaderReports() throws InterruptedException {
        leadership.standby("nightly");
        report.report();
        assertThat(ledger.epochs()).isEmpty();

        leadership.leader("nightly");
        report.report();
        assertThat(ledger.epochs())
                .containsExactly(elections
                        .candidate("nightly")
                        .leadership()
                        .orElseThrow()
                        .epoch())
                .allMatch(epoch -> epoch > 1);
    }
}
