package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** An application with a scheduled method. Besides the dependency it has one property and one annotation of Baton. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ThreeLinesTest {
    private final String store = TestApplication.newStore();
    private final List<ConfigurableApplicationContext> replicas = new ArrayList<>();

    @AfterEach
    void close() {
        replicas.forEach(ConfigurableApplicationContext::close);
    }

    private ConfigurableApplicationContext start(Class<?>... beans) {
        ConfigurableApplicationContext started = TestApplication.start(List.of("baton.url=" + store), beans);
        replicas.add(started);
        return started;
    }

    @EnableScheduling
    static class Nightly {
        private final AtomicInteger attempts = new AtomicInteger();
        private final AtomicInteger runs = new AtomicInteger();

        int attempts() {
            return attempts.get();
        }

        int runs() {
            return runs.get();
        }

        @Scheduled(fixedDelay = 5)
        void count() {
            attempts.incrementAndGet();
        }

        @Scheduled(fixedDelay = 5)
        @LeaderOnly("nightly")
        void report() {
            runs.incrementAndGet();
        }
    }

    @Test // API-1
    void scheduledMethodRunsInOneOfTwoReplicas() {
        Nightly first = start(Nightly.class).getBean(Nightly.class);
        await().until(() -> first.runs() >= 3);
        Nightly second = start(Nightly.class).getBean(Nightly.class);
        // Its scheduler works meanwhile.
        await().until(() -> second.attempts() >= 20);
        assertThat(second.runs()).isZero();
        replicas.get(0).close();
        await().until(() -> second.runs() >= 3);
    }

    /** Begins transactions of nothing, and counts them. */
    static class CountedTransactions extends AbstractPlatformTransactionManager {
        private final AtomicInteger begun = new AtomicInteger();

        int begun() {
            return begun.get();
        }

        @Override
        protected Object doGetTransaction() {
            return this;
        }

        @Override
        protected void doBegin(Object transaction, TransactionDefinition definition) {
            begun.incrementAndGet();
        }

        @Override
        protected void doCommit(DefaultTransactionStatus status) {}

        @Override
        protected void doRollback(DefaultTransactionStatus status) {}
    }

    static class Ledger {
        @Transactional
        @LeaderOnly("nightly")
        public void closeDay() {}
    }

    @Test // API-1
    void callThatDoesNotRunBeginsNoTransaction() {
        ConfigurableApplicationContext leader = start(Ledger.class, CountedTransactions.class);
        await().until(() ->
                leader.getBean(BatonElections.class).candidate("nightly").isLeader());
        ConfigurableApplicationContext standby = start(Ledger.class, CountedTransactions.class);
        standby.getBean(Ledger.class).closeDay();
        assertThat(standby.getBean(CountedTransactions.class).begun()).isZero();
        leader.getBean(Ledger.class).closeDay();
        assertThat(leader.getBean(CountedTransactions.class).begun()).isEqualTo(1);
    }
}
