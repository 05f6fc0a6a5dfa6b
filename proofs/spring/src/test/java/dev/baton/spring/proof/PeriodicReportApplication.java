package dev.baton.spring.proof;

import dev.baton.spring.LeaderOnly;
import dev.baton.spring.Leaderships;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** A replica with a report at the same times of the clock as in every other replica. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(
        excludeName = {
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
            "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration"
        })
@EnableScheduling
@Import(PeriodicReportApplication.Report.class)
public class PeriodicReportApplication {
    static final int PERIOD_SECONDS = 4;

    public static void main(String[] arguments) {
        SpringApplication.run(PeriodicReportApplication.class, arguments);
    }

    /** The report, which takes a quarter of the period. */
    static class Report {
        private final JdbcTemplate jdbc;
        private final String replica;

        Report(JdbcTemplate jdbc, @Value("${baton.instance-id}") String replica) {
            this.jdbc = jdbc;
            this.replica = replica;
        }

        @Scheduled(cron = "*/" + PERIOD_SECONDS + " * * * * *")
        @LeaderOnly("nightly")
        public void run() {
            Long id = jdbc.queryForObject(
                    "INSERT INTO run (replica, epoch, began) VALUES (?, ?, clock_timestamp()) RETURNING id",
                    Long.class,
                    replica,
                    Leaderships.require().epoch());
            jdbc.queryForList("SELECT pg_sleep(1)");
            jdbc.update("UPDATE run SET ended = clock_timestamp() WHERE id = ?", id);
        }
    }
}
