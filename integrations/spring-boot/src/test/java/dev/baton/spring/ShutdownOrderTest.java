package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Candidate;
import dev.baton.CandidateState;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;

/** The candidates stop before the beans that the leader's work may use, however the application is closed. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ShutdownOrderTest {

    private static ConfigurableApplicationContext leader(Class<?> beans) {
        ConfigurableApplicationContext only = TestApplication.start(
                List.of("baton.url=" + TestApplication.newStore(), "baton.elections.nightly.priority=0"), beans);
        await().until(() -> leads(only));
        return only;
    }

    private static boolean leads(ConfigurableApplicationContext application) {
        return application.getBean(BatonElections.class).candidate("nightly").isLeader();
    }

    /** Has the default phase, which is the last one. */
    static class Resource implements SmartLifecycle {
        private final String name;
        private final Resources all;
        private volatile boolean running;

        Resource(String name, Resources all) {
            this.name = name;
            this.all = all;
        }

        @Override
        public void start() {
            running = true;
        }

        @Override
        public void stop() {
            running = false;
            all.ended(name);
        }

        @Override
        public boolean isRunning() {
            return running;
        }
    }

    static class Resources {
        private final BatonElections elections;
        private final List<String> ends = new CopyOnWriteArrayList<>();

        Resources(BatonElections elections) {
            this.elections = elections;
        }

        void ended(String name) {
            ends.add(name + (elections.candidate("nightly").isLeader() ? " in the tenure" : " after the tenure"));
        }

        List<String> ends() {
            return ends;
        }

        @EventListener
        void closed(ContextClosedEvent event) {
            ended("context");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoResources {
        @Bean
        Resources resources(BatonElections elections) {
            return new Resources(elections);
        }

        @Bean
        Resource aFirst(Resources all) {
            return new Resource("first", all);
        }

        @Bean
        Resource zLast(Resources all) {
            return new Resource("last", all);
        }
    }

    @Test // API-3
    void tenureEndsBeforeTheBeansOfTheDefaultPhaseStop() {
        ConfigurableApplicationContext only = leader(TwoResources.class);
        List<String> ends = only.getBean(Resources.class).ends();
        only.close();
        assertThat(ends)
                .containsExactlyInAnyOrder(
                        "context after the tenure", "first after the tenure", "last after the tenure");
    }

    @Test
    void closeOfAChildContextStopsNoCandidate() {
        try (ConfigurableApplicationContext parent = leader(TwoResources.class)) {
            AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext();
            child.setParent(parent);
            child.refresh();
            child.close();
            assertThat(parent.getBean(Resources.class).ends()).containsExactly("context in the tenure");
            assertThat(leads(parent)).isTrue();
        }
    }

    /** Work that ends when the test allows it, and a pool that it needs. */
    static class Slow {
        private final CountDownLatch working = new CountDownLatch(1);
        private final CountDownLatch interrupted = new CountDownLatch(1);
        private final CountDownLatch end = new CountDownLatch(1);
        private final AtomicBoolean poolOpen = new AtomicBoolean(true);

        @LeaderOnly("nightly")
        public boolean[] work() throws InterruptedException {
            return untilTheEnd();
        }

        public boolean[] untilTheEnd() throws InterruptedException {
            working.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException tenureEnded) {
                interrupted.countDown();
                end.await();
            }
            return new boolean[] {poolOpen.get()};
        }

        boolean awaitWorking() throws InterruptedException {
            return working.await(30, TimeUnit.SECONDS);
        }

        boolean awaitInterrupted() throws InterruptedException {
            return interrupted.await(30, TimeUnit.SECONDS);
        }

        void end() {
            end.countDown();
        }

        boolean isPoolOpen() {
            return poolOpen.get();
        }

        void closePool() {
            poolOpen.set(false);
        }

        @LeaderOnly("nightly")
        public void closeAfterTheTenure(ConfigurableApplicationContext application) {
            working.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException tenureEnded) {
                application.close();
            }
        }

        @LeaderOnly("nightly")
        public void close(ConfigurableApplicationContext application) {
            application.close();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class SlowWithPool {
        @Bean
        Slow slow() {
            return new Slow();
        }

        @Bean
        DisposableBean pool(Slow slow, BatonElections elections) {
            return slow::closePool;
        }
    }

    @Test // API-3
    void interruptedThreadThatClosesTheApplicationWaitsForTheWork() throws Exception {
        ConfigurableApplicationContext only = leader(SlowWithPool.class);
        Slow slow = only.getBean(Slow.class);
        CompletableFuture<boolean[]> work = CompletableFuture.supplyAsync(() -> {
            try {
                return slow.work();
            } catch (InterruptedException unexpected) {
                throw new IllegalStateException(unexpected);
            }
        });
        assertThat(slow.awaitWorking()).isTrue();
        AtomicBoolean stillInterrupted = new AtomicBoolean();
        Thread closing = new Thread(() -> {
            Thread.currentThread().interrupt();
            only.close();
            stillInterrupted.set(Thread.interrupted());
        });
        closing.start();
        try {
            assertThat(slow.awaitInterrupted()).isTrue();
            await().until(() -> closing.getState() == Thread.State.TIMED_WAITING || !slow.isPoolOpen());
            closing.interrupt();
            await().until(() -> closing.getState() == Thread.State.TIMED_WAITING || !slow.isPoolOpen());
        } finally {
            slow.end();
        }
        assertThat(work.get(30, TimeUnit.SECONDS)).containsExactly(true);
        closing.join(30_000);
        assertThat(closing.isAlive()).isFalse();
        assertThat(stillInterrupted).isTrue();
    }

    @Test
    void leaderOnlyMethodThatClosesTheApplicationDoesNotWaitForItself() throws Exception {
        ConfigurableApplicationContext only = leader(SlowWithPool.class);
        Slow slow = only.getBean(Slow.class);
        // Below the default of baton.stop-timeout.
        CompletableFuture.runAsync(() -> slow.close(only)).get(15, TimeUnit.SECONDS);
        assertThat(only.isActive()).isFalse();
    }

    @Test
    void leaderOnlyMethodThatClosesTheApplicationAfterItsTenureDoesNotWaitForItself() throws Exception {
        ConfigurableApplicationContext only = leader(SlowWithPool.class);
        Slow slow = only.getBean(Slow.class);
        CompletableFuture<Void> closed = CompletableFuture.runAsync(() -> slow.closeAfterTheTenure(only));
        assertThat(slow.awaitWorking()).isTrue();
        Candidate candidate = only.getBean(BatonElections.class).candidate("nightly");
        CompletableFuture<Boolean> steppedDown =
                CompletableFuture.supplyAsync(() -> candidate.stepDown(Duration.ofSeconds(30)));
        // Below the default of baton.stop-timeout.
        closed.get(15, TimeUnit.SECONDS);
        assertThat(only.isActive()).isFalse();
        assertThat(steppedDown.get(30, TimeUnit.SECONDS)).isTrue();
    }

    /** Another election's work, in the same application. */
    static class OtherWork {
        @LeaderOnly("weekly")
        public boolean[] work(Slow slow) throws InterruptedException {
            return slow.untilTheEnd();
        }
    }

    @Test // API-3
    void leaderOnlyMethodThatClosesTheApplicationWaitsForTheWorkOfOtherElections() throws Exception {
        ConfigurableApplicationContext only = TestApplication.start(
                List.of(
                        "baton.url=" + TestApplication.newStore(),
                        "baton.elections.nightly.priority=0",
                        "baton.elections.weekly.priority=0"),
                SlowWithPool.class,
                OtherWork.class);
        BatonElections elections = only.getBean(BatonElections.class);
        await().until(() -> elections.candidates().stream().allMatch(Candidate::isLeader));
        Slow slow = only.getBean(Slow.class);
        OtherWork other = only.getBean(OtherWork.class);
        CompletableFuture<boolean[]> work = CompletableFuture.supplyAsync(() -> {
            try {
                return other.work(slow);
            } catch (InterruptedException unexpected) {
                throw new IllegalStateException(unexpected);
            }
        });
        assertThat(slow.awaitWorking()).isTrue();
        Thread closing = new Thread(() -> slow.close(only));
        closing.start();
        try {
            assertThat(slow.awaitInterrupted()).isTrue();
            await().until(() -> elections.candidate("nightly").state() != CandidateState.LEADER);
            await().until(() -> closing.getState() == Thread.State.TIMED_WAITING || !slow.isPoolOpen());
        } finally {
            slow.end();
        }
        assertThat(work.get(30, TimeUnit.SECONDS)).containsExactly(true);
        closing.join(30_000);
        assertThat(closing.isAlive()).isFalse();
    }

    @Test // API-3
    void applicationThatIsReadyWhenItStopsStartsNoCandidate() throws Exception {
        ConfigurableApplicationContext only = leader(TwoResources.class);
        BatonElections elections = only.getBean(BatonElections.class);
        ElectionLifecycle lifecycle = only.getBean(ElectionLifecycle.class);
        ApplicationReadyEvent event =
                new ApplicationReadyEvent(new SpringApplication(), new String[0], only, Duration.ZERO);
        Thread ready = new Thread(() -> lifecycle.onApplicationEvent(event));
        synchronized (elections) {
            ready.start();
            await().until(() -> ready.getState() == Thread.State.BLOCKED);
            lifecycle.stop();
        }
        ready.join(30_000);
        assertThat(ready.isAlive()).isFalse();
        assertThat(elections.candidate("nightly").state()).isEqualTo(CandidateState.STOPPED);
        only.close();
    }
}
