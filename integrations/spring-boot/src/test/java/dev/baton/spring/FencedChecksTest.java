package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.fence.Fence;
import dev.baton.spring.inherited.HiddenWriter;
import jakarta.annotation.PostConstruct;
import java.util.List;
import java.util.concurrent.SubmissionPublisher;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.annotation.Transactional;

/** Start-ups that fail or warn because a fenced method would write without a guard. */
class FencedChecksTest {

    private static ConfigurableApplicationContext start(Class<?> bean) {
        return TestApplication.start(
                List.of("baton.url=" + TestApplication.newStore()), StartChecksTest.WithTransactions.class, bean);
    }

    private static void assertRefused(Class<?> bean, String... parts) {
        assertThatThrownBy(() -> start(bean).close()).message().contains(parts);
    }

    static class SelfCaller {
        @LeaderOnly("nightly")
        public void closeDays() {
            closeDay();
        }

        @Transactional
        @Fenced("nightly")
        public void closeDay() {}
    }

    @Test // FENCE-2
    void callOfOwnFencedMethodIsLogged() {
        String log = CapturedLog.of(
                () -> assertThatThrownBy(() -> start(SelfCaller.class).close()));
        assertThat(log)
                .contains(SelfCaller.class.getName() + " calls its own fenced method [closeDay]; ")
                .contains("the annotation has no effect: call the method through another bean");
    }

    static class Initialized {
        @PostConstruct
        @Transactional
        @Fenced("nightly")
        public void migrate() {}
    }

    @Test // FENCE-2
    void refusesCallbackOnTheBeanItself() {
        assertRefused(
                Initialized.class,
                "Initialized.migrate is called by the container (jakarta.annotation.PostConstruct)",
                "outside of its transaction");
    }

    static class Reactive {
        @Transactional
        @Fenced("nightly")
        public SubmissionPublisher<String> write() {
            return new SubmissionPublisher<>();
        }
    }

    @Test // FENCE-2
    void refusesReactiveResult() {
        assertRefused(Reactive.class, "Reactive.write is reactive or suspending", "after its transaction");
    }

    @EnableAsync(order = Ordered.HIGHEST_PRECEDENCE)
    static class SubmittedInside {
        @Async
        @Transactional
        @Fenced("nightly")
        public void write() {}
    }

    @Test // FENCE-2
    void refusesGuardThatCoversOnlyTheSubmission() {
        assertRefused(
                SubmittedInside.class, "SubmittedInside.write is @Async", "guard would cover only the submission");
    }

    static class OtherTransactional {
        @Transactional
        public void other() {}

        @Fenced("nightly")
        public void write() {}
    }

    @Test // FENCE-2
    void refusesMethodWithoutTransactionBesideOneThatHasIt() {
        assertRefused(OtherTransactional.class, "OtherTransactional.write is @Fenced without a transaction");
    }

    @Configuration(proxyBeanMethods = false)
    @Import(StartChecksTest.FencedWriter.class)
    static class TwoDataSources {
        @Bean
        DataSource first() {
            return new DriverManagerDataSource();
        }

        @Bean
        DataSource second() {
            return new DriverManagerDataSource();
        }

        // The other fence writes to the database at the start.
        @Bean
        Fence fence() {
            return Fence.byElection();
        }
    }

    @Test // FENCE-2
    void refusesSeveralDataSourcesOfWhichNoneIsPrimary() {
        assertRefused(TwoDataSources.class, "javax.sql.DataSource", "first,second");
    }

    static class InheritingWriter extends HiddenWriter {}

    @Test // FENCE-2
    void refusesMethodThatNoProxyOfItsBeanCanOverride() {
        assertRefused(InheritingWriter.class, "InheritingWriter.write is package-private in another package");
    }
}
