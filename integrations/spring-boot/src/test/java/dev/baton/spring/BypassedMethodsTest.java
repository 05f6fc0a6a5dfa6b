package dev.baton.spring;

import static dev.baton.spring.GateChecksTest.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.spring.inherited.HiddenTask;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.kafka.annotation.DltHandler;

/** Leader-only methods that the container or Java would call past their gate. */
class BypassedMethodsTest {

    static class InheritingTask extends HiddenTask {}

    @Test
    void refusesMethodThatNoProxyOfItsBeanCanOverride() {
        assertThatThrownBy(() -> TestApplication.start(
                                List.of("baton.url=" + TestApplication.newStore()), InheritingTask.class)
                        .close())
                .message()
                .contains("InheritingTask.work is package-private in another package", "make it public or protected")
                .doesNotContain("overridable");
    }

    static class Injected {
        @Autowired
        @LeaderOnly("nightly")
        public void prepare(Environment environment) {}
    }

    static class Aware implements EnvironmentAware {
        @Override
        @LeaderOnly("nightly")
        public void setEnvironment(Environment environment) {}
    }

    @Test
    void refusesMethodsThatTheContainerInjects() {
        assertRefused(
                Injected.class,
                "Injected.prepare is called by the container (org.springframework.beans.factory.annotation.Autowired)");
        assertRefused(
                Aware.class,
                "Aware.setEnvironment is called by the container (org.springframework.context.EnvironmentAware)");
    }

    static class Task {
        @LeaderOnly("nightly")
        public void work() {}
    }

    private static void startWithParent(Class<?>... parent) {
        new SpringApplicationBuilder(parent)
                .web(WebApplicationType.NONE)
                .properties("logging.level.root=WARN", "spring.main.banner-mode=off")
                .child(TestApplication.AutoConfigured.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "baton.url=" + TestApplication.newStore(),
                        "spring.autoconfigure.exclude=" + TestApplication.DATABASES)
                .run()
                .close();
    }

    @Test
    void refusesBeanOfAParentContextWithoutAGate() {
        assertThatThrownBy(() -> startWithParent(Task.class))
                .message()
                .contains("Task.work is not intercepted, because its bean is in a parent context");
    }

    static class Failed {
        @DltHandler
        @LeaderOnly("nightly")
        public void receive(String message) {}
    }

    @Test
    void refusesHandlerOfDeadLetters() {
        assertRefused(Failed.class, "Failed.receive is a message listener");
    }

    static class Closing implements AutoCloseable {
        @Override
        public void close() {}

        @LeaderOnly("nightly")
        public void shutdown() {}
    }

    static class Hidden {
        @LeaderOnly("nightly")
        void shutdown() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class Defined {
        @Bean
        Closing closing() {
            return new Closing();
        }

        @Bean
        Hidden hidden() {
            return new Hidden();
        }
    }

    @Test
    void acceptsMethodThatTheContainerDoesNotCall() {
        String log = CapturedLog.of(
                () -> TestApplication.start(List.of("baton.url=" + TestApplication.newStore()), Defined.class)
                        .close());
        assertThat(log).doesNotContain("WARN");
    }
}
