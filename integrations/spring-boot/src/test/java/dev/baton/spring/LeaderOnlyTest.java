package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Candidate;
import dev.baton.Gate;
import dev.baton.Leadership;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** Applications whose elections are in memory. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LeaderOnlyTest {
    private final String store = TestApplication.newStore();
    private final List<ConfigurableApplicationContext> replicas = new ArrayList<>();

    @AfterEach
    void close() {
        replicas.forEach(ConfigurableApplicationContext::close);
    }

    private ConfigurableApplicationContext replica(String id, Class<?>... beans) {
        ConfigurableApplicationContext started = TestApplication.start(
                List.of("baton.url=" + store, "baton.instance-id=" + id, "baton.elections.nightly.priority=3"), beans);
        replicas.add(started);
        return started;
    }

    /** Leader-only methods of each kind of result. */
    static class Reports {
        private final AtomicInteger runs = new AtomicInteger();

        int runs() {
            return runs.get();
        }

        @LeaderOnly("nightly")
        public Optional<Long> epoch(@Nullable Leadership filledIn) {
            runs.incrementAndGet();
            return Optional.ofNullable(filledIn)
                    .filter(given -> given.equals(Leaderships.require()))
                    .map(Leadership::epoch);
        }
    }

    @Test // API-1
    void leaderOnlyMethodRunsInOneReplica() {
        ConfigurableApplicationContext first = replica("first", Reports.class);
        awaitLeader(first);
        ConfigurableApplicationContext second = replica("second", Reports.class);
        assertThat(first.getBean(Reports.class).epoch(null)).contains(1L);
        assertThat(second.getBean(Reports.class).epoch(null)).isEmpty();
        assertThat(second.getBean(Reports.class).runs()).isZero();
        assertThat(gateOf(second).suppressed()).isEqualTo(1);
        assertThat(Leaderships.current()).isEmpty();
        first.close();
        awaitLeader(second);
        assertThat(second.getBean(Reports.class).epoch(null)).contains(2L);
    }

    private static Gate gateOf(ConfigurableApplicationContext replica) {
        return candidateOf(replica).gate("Reports.epoch");
    }

    private static Candidate candidateOf(ConfigurableApplicationContext replica) {
        return replica.getBean(BatonElections.class).candidate("nightly");
    }

    private static void awaitLeader(ConfigurableApplicationContext replica) {
        await().until(() -> candidateOf(replica).isLeader());
    }

    /** A configured election is injected by its name. */
    static class Injected {
        final Candidate candidate;

        Injected(@Qualifier("nightly") Candidate candidate, @Qualifier("nightly") Gate gate) {
            this.candidate = candidate;
            assertThat(gate.name()).isEqualTo("application");
        }
    }

    @Test
    void configuredElectionIsInjectedByName() {
        ConfigurableApplicationContext only = replica("only", Injected.class);
        assertThat(only.getBean(Injected.class).candidate).isSameAs(candidateOf(only));
        assertThat(only.getBean(Injected.class).candidate.instanceId()).isEqualTo("only");
    }

    /** A scheduled method that works until it is interrupted, and what happened in which order. */
    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Schedule {
        static final List<String> EVENTS = new CopyOnWriteArrayList<>();
        static final CountDownLatch RUNNING = new CountDownLatch(1);
        static final AtomicBoolean POOL_OPEN = new AtomicBoolean(true);

        @Scheduled(fixedDelay = 10)
        @LeaderOnly("nightly")
        void work() {
            EVENTS.add("work");
            RUNNING.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException tenureEnded) {
                EVENTS.add("interrupted, pool " + (POOL_OPEN.get() ? "open" : "closed"));
            }
        }

        /** Stops in the phase of web servers, which is before that of schedulers. */
        @Bean
        SmartLifecycle webServer() {
            return new SmartLifecycle() {
                private volatile boolean running;

                @Override
                public void start() {
                    running = true;
                }

                @Override
                public void stop() {
                    running = false;
                    EVENTS.add("web server stopped");
                }

                @Override
                public boolean isRunning() {
                    return running;
                }

                @Override
                public int getPhase() {
                    return Integer.MAX_VALUE - 1024;
                }
            };
        }

        @Bean
        DisposableBean pool() {
            return () -> {
                POOL_OPEN.set(false);
                EVENTS.add("pool closed");
            };
        }

        @EventListener
        void changed(LeadershipEvent event) {
            EVENTS.add(event.getClass().getSimpleName());
        }
    }

    @Test // API-3
    void shutdownInterruptsTheWorkThenReleasesThenClosesTheRest() throws Exception {
        ConfigurableApplicationContext only = replica("only", Schedule.class);
        assertThat(Schedule.RUNNING.await(30, TimeUnit.SECONDS)).isTrue();
        only.close();
        List<String> events = new ArrayList<>(Schedule.EVENTS);
        // The listener of the start runs on another thread than the work.
        events.remove("Acquired");
        assertThat(events)
                .containsExactly("work", "interrupted, pool open", "Released", "web server stopped", "pool closed");
    }

    @Test
    void callAfterTheCloseIsSuppressed() {
        ConfigurableApplicationContext only = replica("only", Reports.class);
        awaitLeader(only);
        Reports reports = only.getBean(Reports.class);
        assertThat(reports.epoch(null)).contains(1L);
        only.close();
        assertThat(reports.epoch(null)).isEmpty();
        assertThat(reports.runs()).isEqualTo(1);
    }

    @Test
    void firstCallAfterTheCloseIsSuppressedAndOpensNoConnection() {
        ConfigurableApplicationContext only = replica("only", Reports.class);
        Reports reports = only.getBean(Reports.class);
        only.close();
        assertThat(reports.epoch(null)).isEmpty();
        assertThat(only.getBeanFactory().containsSingleton("baton")).isFalse();
    }

    @Test
    void disabledReplicaNeverRunsLeaderOnlyMethods() {
        ConfigurableApplicationContext disabled = TestApplication.start(List.of("baton.enabled=false"), Reports.class);
        replicas.add(disabled);
        assertThat(disabled.getBean(Reports.class).epoch(null)).isEmpty();
        assertThat(disabled.getBean(Reports.class).runs()).isZero();
    }
}
