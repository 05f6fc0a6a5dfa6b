package dev.baton.examples.spring;

import dev.baton.spring.Fenced;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** The runs of the report, in the application's database. */
@Repository
public class ReportLedger {
    private final JdbcClient jdbc;

    ReportLedger(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Records the beginning of a run. A former leader cannot commit this. */
    @Transactional
    @Fenced("nightly")
    public long begin(String replica, long epoch) {
        return jdbc.sql("INSERT INTO report (replica, epoch, began) VALUES (?, ?, clock_timestamp()) RETURNING id")
                .params(replica, epoch)
                .query(Long.class)
                .single();
    }

    /** Records the end of a run, also of one that was interrupted because the tenure ended. */
    @Transactional
    public void end(long entry) {
        jdbc.sql("UPDATE report SET ended = clock_timestamp() WHERE id = ?")
                .param(entry)
                .update();
    }
}
