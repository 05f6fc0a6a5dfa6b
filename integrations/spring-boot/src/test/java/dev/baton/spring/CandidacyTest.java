package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.CandidateState;
import dev.baton.EndReason;
import dev.baton.testkit.MemoryStore;
import dev.baton.testkit.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.EventListener;

/** When a candidate starts, how a tenure is lost, and how long a stop takes. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class CandidacyTest {
    private static final List<String> ONE_ELECTION = List.of("baton.elections.nightly.priority=0");

    /** Prepares the application, before it is ready. On virtual time, a start has an effect before it returns. */
    static class Preparation implements ApplicationRunner {
        private final BatonElections elections;
        private final List<CandidateState> states = new CopyOnWriteArrayList<>();

        Preparation(BatonElections elections) {
            this.elections = elections;
        }

        @Override
        public void run(ApplicationArguments arguments) {
            states.add(elections.candidate("nightly").state());
        }

        List<CandidateState> states() {
            return states;
        }
    }

    @Test // API-1
    void candidateStartsAfterTheRunnersOfTheApplication() {
        try (ConfigurableApplicationContext only =
                TestApplication.start(ONE_ELECTION, VirtualConnection.class, Preparation.class)) {
            assertThat(only.getBean(Preparation.class).states()).containsExactly(CandidateState.STOPPED);
            assertThat(only.getBean(BatonElections.class).candidate("nightly").state())
                    .isNotEqualTo(CandidateState.STOPPED);
        }
    }

    static class Events {
        private final List<LeadershipEvent> all = new CopyOnWriteArrayList<>();

        @EventListener
        void changed(LeadershipEvent event) {
            all.add(event);
        }

        List<LeadershipEvent> all() {
            return all;
        }
    }

    @Test // API-8
    void lossIsAnEvent() {
        try (ConfigurableApplicationContext only =
                TestApplication.start(ONE_ELECTION, VirtualConnection.class, Events.class)) {
            VirtualTime time = only.getBean(VirtualTime.class);
            MemoryStore store = only.getBean(MemoryStore.class);
            time.advance(Duration.ofMillis(1));
            String id = only.getBean(BatonElections.class).candidate("nightly").instanceId();
            List<LeadershipEvent> events = only.getBean(Events.class).all();
            await().until(() -> events.contains(new LeadershipEvent.Acquired("nightly", id, 1)));

            store.breakDown();
            time.advance(MemoryStore.CLAIM_TIMEOUT);
            await().until(() -> events.size() == 2);
            store.repair();
            assertThat(events.get(1)).isInstanceOfSatisfying(LeadershipEvent.Lost.class, lost -> {
                assertThat(lost.election()).isEqualTo("nightly");
                assertThat(lost.instanceId()).isEqualTo(id);
                assertThat(lost.epoch()).isEqualTo(1);
                assertThat(lost.reason()).isEqualTo(EndReason.UNREACHABLE);
            });
        }
    }

    /** Work that no interrupt ends. */
    static class Stubborn {
        private final CountDownLatch working = new CountDownLatch(1);
        private final CountDownLatch end = new CountDownLatch(1);

        @LeaderOnly("nightly")
        public void work() {
            working.countDown();
            while (end.getCount() > 0) {
                try {
                    end.await();
                } catch (InterruptedException ignored) {
                    // That is the point.
                }
            }
        }

        boolean awaitWorking() throws InterruptedException {
            return working.await(30, TimeUnit.SECONDS);
        }

        void end() {
            end.countDown();
        }
    }

    @Test // API-3
    void shutdownWaitsForTheWorkNoLongerThanTheStopTimeout() throws Exception {
        ConfigurableApplicationContext only = TestApplication.start(
                List.of(
                        "baton.url=" + TestApplication.newStore(),
                        "baton.stop-timeout=1s",
                        "baton.elections.nightly.drain=10m"),
                Stubborn.class);
        await().until(() ->
                only.getBean(BatonElections.class).candidate("nightly").isLeader());
        Stubborn stubborn = only.getBean(Stubborn.class);
        CompletableFuture<Void> work = CompletableFuture.runAsync(stubborn::work);
        assertThat(stubborn.awaitWorking()).isTrue();
        try {
            // Below the default of 20 s, and far below the drain.
            CompletableFuture.runAsync(only::close).get(15, TimeUnit.SECONDS);
            assertThat(work).isNotDone();
        } finally {
            stubborn.end();
        }
        work.get(30, TimeUnit.SECONDS);
    }
}
