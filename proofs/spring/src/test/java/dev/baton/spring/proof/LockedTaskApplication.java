package dev.baton.spring.proof;

import dev.baton.shedlock.BatonLockProvider;
import dev.baton.shedlock.LockEpochs;
import dev.baton.store.ObjectStore;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.spring.annotation.EnableSchedulerLock;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** A replica with a task of ShedLock, which knows Baton only as its lock provider. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(
        excludeName = {
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
            "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration"
        })
@EnableScheduling
@EnableSchedulerLock(defaultLockAtMostFor = "1h")
@Import(LockedTaskApplication.NightlyTask.class)
public class LockedTaskApplication {
    /** When this thread asked for the lock, by the clock of the server: the task begins later, by any time. */
    private static final ThreadLocal<OffsetDateTime> ASKED = new ThreadLocal<>();

    public static void main(String[] arguments) {
        SpringApplication.run(LockedTaskApplication.class, arguments);
    }

    @Bean(destroyMethod = "close")
    ObjectStore objectStore(@Value("${locks.url}") String url) {
        return ObjectStore.open(url);
    }

    /** Counts the refusals, so that a test can see that this replica tried. */
    @Bean
    LockProvider lockProvider(ObjectStore store, JdbcTemplate jdbc, @Value("${replica}") String replica) {
        LockProvider locks = new BatonLockProvider(store);
        return configuration -> {
            ASKED.set(jdbc.queryForObject("SELECT clock_timestamp()", OffsetDateTime.class));
            Optional<SimpleLock> lock = locks.lock(configuration);
            if (lock.isEmpty()) {
                jdbc.update("INSERT INTO refusal VALUES (?)", replica);
            }
            return lock;
        };
    }

    /** The task. */
    static class NightlyTask {
        private final JdbcTemplate jdbc;
        private final String replica;

        NightlyTask(JdbcTemplate jdbc, @Value("${replica}") String replica) {
            this.jdbc = jdbc;
            this.replica = replica;
        }

        @Scheduled(fixedDelay = 50)
        @SchedulerLock(name = "nightly", lockAtLeastFor = "2s", lockAtMostFor = "1h")
        public void run() throws InterruptedException {
            Long id = jdbc.queryForObject(
                    "INSERT INTO run (replica, epoch, asked, began) VALUES (?, ?, ?, clock_timestamp()) RETURNING id",
                    Long.class,
                    replica,
                    LockEpochs.current().orElseThrow(),
                    ASKED.get());
            if (Boolean.TRUE.equals(jdbc.queryForObject("SELECT blocked FROM control", Boolean.class))) {
                new CountDownLatch(1).await();
            }
            jdbc.update("UPDATE run SET ended = clock_timestamp() WHERE id = ?", id);
        }
    }
}
