package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.Candidate;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.Lifecycle;
import org.springframework.scheduling.annotation.Scheduled;

/** What runs while an application leads: methods behind interfaces, scheduled methods and containers. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LeaderWorkTest {
    private final ConfigurableApplicationContext application = TestApplication.start(
            List.of("baton.url=" + TestApplication.newStore(), "spring.aop.proxy-target-class=false"),
            NightlyTask.class,
            SlowTask.class);
    private final Candidate candidate =
            application.getBean(BatonElections.class).candidate("nightly");

    @AfterEach
    void close() {
        application.close();
    }

    interface Task {
        String run();
    }

    static final class NightlyTask implements Task {
        @Override
        @LeaderOnly("nightly")
        public String run() {
            return "epoch " + Leaderships.require().epoch();
        }
    }

    @Test
    void interfaceOfAFinalClassIsProxied() {
        await().until(candidate::isLeader);
        assertThat(application.getBean(Task.class).run()).isEqualTo("epoch 1");
        candidate.stop();
        assertThat(application.getBean(Task.class).run()).isNull();
    }

    static class SlowTask {
        private final AtomicInteger runs = new AtomicInteger();
        private final CountDownLatch started = new CountDownLatch(1);
        private final CountDownLatch end = new CountDownLatch(1);

        // Nothing schedules it here: the test makes the calls that a scheduler on virtual threads makes.
        @Scheduled(fixedRate = 1)
        @LeaderOnly("nightly")
        public void tick() throws InterruptedException {
            runs.incrementAndGet();
            started.countDown();
            end.await();
        }

        public void awaitStarted() throws InterruptedException {
            started.await();
        }

        public int endAndCount() {
            end.countDown();
            return runs.get();
        }
    }

    @Test
    void scheduledMethodDoesNotOverlapInOneReplica() throws Exception {
        await().until(candidate::isLeader);
        SlowTask task = application.getBean(SlowTask.class);
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> tick(task));
        task.awaitStarted();
        tick(task);
        assertThat(task.endAndCount()).isEqualTo(1);
        first.get(30, TimeUnit.SECONDS);
    }

    private static void tick(SlowTask task) {
        try {
            task.tick();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** Like the container of a message listener. */
    private static final class Container implements Lifecycle {
        private volatile boolean running;
        private final AtomicInteger starts = new AtomicInteger();

        @Override
        public void start() {
            starts.incrementAndGet();
            running = true;
        }

        @Override
        public void stop() {
            running = false;
        }

        @Override
        public boolean isRunning() {
            return running;
        }
    }

    @Test // API-3
    void containerRunsWhileLeadingAndStopsBeforeTheRelease() {
        Container container = new Container();
        candidate.whileLeading(LeaderWorks.running(container));
        await().until(container::isRunning);
        candidate.stop(Duration.ofSeconds(20));
        assertThat(container.isRunning()).isFalse();
        candidate.start();
        await().until(container::isRunning);
        assertThat(container.starts).hasValue(2);
    }

    @Test
    void containerThatTheApplicationStartedIsLogged() {
        await().until(candidate::isLeader);
        Leadership leadership = candidate.leadership().orElseThrow();
        assertThat(startLog(new Container(), leadership)).isEmpty();
        Container started = new Container();
        started.start();
        assertThat(startLog(started, leadership))
                .contains(
                        "WARN", "Container already runs at the start of the tenure in election nightly", "autoStartup");
    }

    private static String startLog(Container container, Leadership leadership) {
        return CapturedLog.of(() -> {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> LeaderWorks.running(container).run(leadership))
                    .isInstanceOf(InterruptedException.class);
        });
    }
}
