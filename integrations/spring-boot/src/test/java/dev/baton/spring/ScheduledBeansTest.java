package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Gate;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** A scheduled leader-only method of two beans of one class. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ScheduledBeansTest {

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Regions {
        @Bean
        CountDownLatch running() {
            return new CountDownLatch(2);
        }

        @Bean
        Region north(CountDownLatch running) {
            return new Region(running);
        }

        @Bean
        Region south(CountDownLatch running) {
            return new Region(running);
        }
    }

    static class Region {
        private final CountDownLatch running;

        Region(CountDownLatch running) {
            this.running = running;
        }

        /** Works until the tenure ends. */
        @Scheduled(fixedDelay = 10)
        @LeaderOnly("nightly")
        public void report() throws InterruptedException {
            running.countDown();
            new CountDownLatch(1).await();
        }
    }

    @Test // API-1
    void bothRunAtTheSameTimeAndAnOverlappingRunIsCounted() throws Exception {
        try (ConfigurableApplicationContext only = TestApplication.start(
                List.of("baton.url=" + TestApplication.newStore(), "spring.task.scheduling.pool.size=2"),
                Regions.class)) {
            assertThat(only.getBean(CountDownLatch.class).await(30, TimeUnit.SECONDS))
                    .as("both beans run")
                    .isTrue();
            Gate gate = only.getBean(BatonElections.class).candidate("nightly").gate("Region.report");
            long asStandby = gate.suppressed();
            // What a scheduler on virtual threads does when a run takes longer than its period.
            only.getBean("north", Region.class).report();
            assertThat(gate.suppressed()).isEqualTo(asStandby + 1);
            assertThat(gate.passed()).isEqualTo(2);
        }
    }

    /** Equal to every other one, which is no reason to share a lock. */
    private record Equal() {}

    @Test
    void lockBelongsToTheBeanAndNotToAnEqualOne() {
        RunLocks locks = new RunLocks();
        Equal north = new Equal();
        assertThat(locks.of(north)).isSameAs(locks.of(north)).isNotSameAs(locks.of(new Equal()));
    }
}
