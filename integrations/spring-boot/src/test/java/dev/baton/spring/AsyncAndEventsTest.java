package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Candidate;
import dev.baton.LeaderInfo;
import dev.baton.Leadership;
import dev.baton.TransferOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;

/** Leader-only methods that are submitted to an executor, or called with events. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class AsyncAndEventsTest {
    private final String store = TestApplication.newStore();
    private final List<ConfigurableApplicationContext> replicas = new ArrayList<>();

    @AfterEach
    void close() {
        replicas.forEach(ConfigurableApplicationContext::close);
    }

    /** What an application publishes. */
    record Order(int number) {}

    @EnableAsync
    static class Tasks {
        private final List<String> log = new CopyOnWriteArrayList<>();
        private final CountDownLatch working = new CountDownLatch(1);
        private final CountDownLatch executorBlocked = new CountDownLatch(1);
        private final CountDownLatch unblock = new CountDownLatch(1);

        List<String> log() {
            return log;
        }

        boolean awaitWorking() throws InterruptedException {
            return working.await(30, TimeUnit.SECONDS);
        }

        boolean awaitExecutorBlocked() throws InterruptedException {
            return executorBlocked.await(30, TimeUnit.SECONDS);
        }

        void unblock() {
            unblock.countDown();
        }

        @Async
        @LeaderOnly("nightly")
        public CompletableFuture<String> epoch() {
            return CompletableFuture.completedFuture(Thread.currentThread().getName() + " "
                    + Leaderships.require().epoch());
        }

        /** Occupies the only thread of the executor, whoever leads. */
        @Async
        public void block() throws InterruptedException {
            executorBlocked.countDown();
            unblock.await();
        }

        /** Works until the end of the tenure, and then a little longer. */
        @Async
        @LeaderOnly("nightly")
        public void work(BatonElections elections) {
            log.add("work");
            working.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException tenureEnded) {
                log.add("interrupted, leader is "
                        + elections
                                .baton()
                                .election("nightly")
                                .leader()
                                .map(LeaderInfo::instanceId)
                                .orElse("nobody"));
            }
        }

        @EventListener
        @LeaderOnly("nightly")
        public void ordered(Order order) {
            log.add("order " + order.number() + " in epoch "
                    + Leaderships.current().map(Leadership::epoch).orElse(0L));
        }

        @Async
        @EventListener
        @LeaderOnly("nightly")
        public void orderedLater(Order order) {
            log.add("later " + order.number() + " in epoch "
                    + Leaderships.current().map(Leadership::epoch).orElse(0L));
        }

        @EventListener
        @LeaderOnly("nightly")
        public void acquired(LeadershipEvent.Acquired event) {
            log.add("acquired " + event.epoch());
        }

        @EventListener
        public void transferred(LeadershipEvent.Transferred event) {
            log.add("transferred " + event.epoch());
        }

        @EventListener
        public void released(LeadershipEvent.Released event) {
            log.add("released " + event.epoch());
        }
    }

    private ConfigurableApplicationContext replica(String id) {
        ConfigurableApplicationContext started = TestApplication.start(
                List.of(
                        "baton.url=" + store,
                        "baton.instance-id=" + id,
                        "spring.task.execution.pool.core-size=1",
                        "spring.task.execution.thread-name-prefix=async-"),
                Tasks.class);
        replicas.add(started);
        return started;
    }

    private ConfigurableApplicationContext leader(String id) {
        ConfigurableApplicationContext leader = replica(id);
        await().until(() -> candidate(leader).isLeader());
        return leader;
    }

    private static Candidate candidate(ConfigurableApplicationContext replica) {
        return replica.getBean(BatonElections.class).candidate("nightly");
    }

    private static Tasks tasks(ConfigurableApplicationContext replica) {
        return replica.getBean(Tasks.class);
    }

    @Test // API-1
    void asyncMethodRunsOnTheExecutorOfTheLeader() {
        ConfigurableApplicationContext anna = leader("anna");
        ConfigurableApplicationContext ben = replica("ben");
        assertThat(tasks(anna).epoch().join()).isEqualTo("async-1 1");
        assertThat(tasks(ben).epoch().join()).isNull();
        assertThat(candidate(ben).gate("Tasks.epoch").suppressed()).isEqualTo(1);
    }

    @Test // API-3
    void leadershipIsCheckedWhenTheAsyncMethodRunsAndNotWhenItIsSubmitted() throws Exception {
        ConfigurableApplicationContext only = leader("only");
        Tasks tasks = tasks(only);
        tasks.block();
        assertThat(tasks.awaitExecutorBlocked()).isTrue();
        CompletableFuture<String> submittedByTheLeader = tasks.epoch();
        candidate(only).stop();
        tasks.unblock();
        assertThat(submittedByTheLeader.join()).isNull();
        assertThat(candidate(only).gate("Tasks.epoch").passed()).isZero();
        assertThat(candidate(only).gate("Tasks.epoch").suppressed()).isEqualTo(1);
    }

    @Test // API-3
    void runningAsyncMethodIsInterruptedAndAwaitedBeforeTheRelease() throws Exception {
        ConfigurableApplicationContext anna = leader("anna");
        Tasks tasks = tasks(anna);
        await().until(() -> tasks.log().contains("acquired 1"));
        tasks.work(anna.getBean(BatonElections.class));
        assertThat(tasks.awaitWorking()).isTrue();
        candidate(anna).stop(Duration.ofSeconds(20));
        assertThat(tasks.log()).containsExactly("acquired 1", "work", "interrupted, leader is anna", "released 1");
    }

    @Test // API-8
    void transferIsAnEvent() {
        ConfigurableApplicationContext anna = leader("anna");
        ConfigurableApplicationContext ben = replica("ben");
        await().until(() -> candidate(anna).transferTo("ben") == TransferOutcome.SENT);
        await().until(() -> candidate(ben).isLeader());
        await().untilAsserted(
                        () -> assertThat(tasks(anna).log()).containsExactlyInAnyOrder("acquired 1", "transferred 1"));
    }

    @Test // API-1
    void eventsReachTheListenersOfTheLeaderOnly() {
        ConfigurableApplicationContext anna = leader("anna");
        ConfigurableApplicationContext ben = replica("ben");
        anna.publishEvent(new Order(7));
        ben.publishEvent(new Order(8));
        await().untilAsserted(() -> assertThat(tasks(anna).log())
                .containsExactlyInAnyOrder("acquired 1", "order 7 in epoch 1", "later 7 in epoch 1"));
        await().until(() -> candidate(ben).gate("Tasks.orderedLater").suppressed() == 1);
        assertThat(candidate(ben).gate("Tasks.ordered").suppressed()).isEqualTo(1);
        assertThat(tasks(ben).log()).isEmpty();
    }
}
