package dev.baton.spring;

import static dev.baton.spring.GateChecksTest.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

/** Leader-only methods that the container calls at the start or the end of the application. */
class CallbackChecksTest {

    static class Annotated {
        @PostConstruct
        @LeaderOnly("nightly")
        public void migrate() {}

        @PreDestroy
        @LeaderOnly("nightly")
        public void clean() {}
    }

    static class Implemented implements InitializingBean, DisposableBean {
        @Override
        @LeaderOnly("nightly")
        public void afterPropertiesSet() {}

        @Override
        @LeaderOnly("nightly")
        public void destroy() {}
    }

    static class Named {
        @LeaderOnly("nightly")
        public void begin() {}

        @LeaderOnly("nightly")
        public void shutdown() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class Defined {
        @Bean(initMethod = "begin")
        Named named() {
            return new Named();
        }
    }

    static class Closed implements AutoCloseable {
        @Override
        @LeaderOnly("nightly")
        public void close() {}
    }

    @Test
    void refusesCallbacksOnTheBeanItself() {
        assertRefused(
                Annotated.class,
                "Annotated.migrate is called by the container (jakarta.annotation.PostConstruct)",
                "Annotated.clean is called by the container (jakarta.annotation.PreDestroy)",
                "LeadershipEvent.Acquired");
        assertRefused(Implemented.class, "Implemented.afterPropertiesSet is called", "Implemented.destroy is called");
        assertRefused(
                Defined.class, "Named.begin is called", "as init or destroy method of bean named", "Named.shutdown is");
        assertRefused(Closed.class, "Closed.close is called by the container");
    }

    /** Has a callback and, apart from it, leader-only methods. */
    static class Apart implements AutoCloseable {
        @PostConstruct
        public void migrate() {}

        @LeaderOnly("nightly")
        public void work() {}

        @Override
        public void close() {}
    }

    static class Runner implements ApplicationRunner {
        @Override
        @LeaderOnly("nightly")
        public void run(ApplicationArguments arguments) {}

        @LeaderOnly("nightly")
        public void run() {}
    }

    static class Ready {
        @EventListener(ApplicationReadyEvent.class)
        @LeaderOnly("nightly")
        public void named() {}

        @EventListener
        @LeaderOnly("nightly")
        public void passed(ApplicationReadyEvent event) {}

        @EventListener
        @LeaderOnly("nightly")
        public void changed(LeadershipEvent event) {}
    }

    static class ReadyListener implements ApplicationListener<ApplicationReadyEvent> {
        @Override
        @LeaderOnly("nightly")
        public void onApplicationEvent(ApplicationReadyEvent event) {}
    }

    static class Phased implements SmartLifecycle {
        @Override
        @LeaderOnly("nightly")
        public void start() {}

        @Override
        public void stop() {}

        @Override
        public boolean isRunning() {
            return false;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Factory {
        @Bean
        @LeaderOnly("nightly")
        StringBuilder text() {
            return new StringBuilder();
        }
    }

    @Test
    void warnsOfCallsThatComeBeforeTheLeadership() {
        String log = CapturedLog.of(() -> TestApplication.start(
                        List.of("baton.url=" + TestApplication.newStore()),
                        Runner.class,
                        Ready.class,
                        ReadyListener.class,
                        Phased.class,
                        Factory.class,
                        Apart.class)
                .close());
        assertThat(log)
                .contains("WARN")
                .containsOnlyOnce("Runner.run is called only while this replica cannot lead (")
                .contains("Ready.named is called only while")
                .contains("Ready.passed is called only while")
                .contains("ReadyListener.onApplicationEvent is called only while")
                .contains("Phased.start is called only while", "Factory.text is called only while")
                .doesNotContain("Ready.changed", "Apart");
    }
}
