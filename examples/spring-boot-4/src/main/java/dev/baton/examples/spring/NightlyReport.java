package dev.baton.examples.spring;

import dev.baton.Leadership;
import dev.baton.spring.LeaderOnly;
import dev.baton.spring.Leaderships;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** The task that only one replica may do. */
@Component
public class NightlyReport {
    private static final long WORK_MILLIS = 50;

    private final ReportLedger ledger;

    NightlyReport(ReportLedger ledger) {
        this.ledger = ledger;
    }

    @Scheduled(fixedDelayString = "${report.delay:200ms}")
    @LeaderOnly("nightly")
    void report() throws InterruptedException {
        Leadership leadership = Leaderships.require();
        long entry = ledger.begin(leadership.instanceId(), leadership.epoch());
        try {
            Thread.sleep(WORK_MILLIS); // the work; the end of the tenure interrupts it
        } finally {
            ledger.end(entry);
        }
    }
}
