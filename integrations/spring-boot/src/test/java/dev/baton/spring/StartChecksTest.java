package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.SubmissionPublisher;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.messaging.handler.annotation.MessageMapping;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.config.TransactionManagementConfigUtils;

/** Start-ups that fail because an annotation would have no effect, or the wrong one. */
class StartChecksTest {

    private static void assertRefused(Class<?> bean, String... parts) {
        assertThatThrownBy(() -> TestApplication.start(List.of("baton.url=" + TestApplication.newStore()), bean)
                        .close())
                .message()
                .contains(parts);
    }

    static class FinalMethod {
        @LeaderOnly("nightly")
        public final void work() {}
    }

    @Test
    void refusesFinalMethod() {
        assertRefused(FinalMethod.class, "FinalMethod.work is final", "remove the modifier");
    }

    static class PrivateMethod {
        @LeaderOnly("nightly")
        @SuppressWarnings("UnusedMethod")
        private void work() {}
    }

    @Test
    void refusesPrivateMethod() {
        assertRefused(PrivateMethod.class, "PrivateMethod.work is private");
    }

    static class StaticMethod {
        @LeaderOnly("nightly")
        public static void work() {}
    }

    @Test
    void refusesStaticMethod() {
        assertRefused(StaticMethod.class, "StaticMethod.work is static", "remove the modifier");
    }

    static class EarlyBean {
        @LeaderOnly("nightly")
        public void work() {}
    }

    /** Created before the one that makes proxies, with everything that it needs. */
    static class FirstProcessor implements BeanPostProcessor, PriorityOrdered {
        @Override
        public int getOrder() {
            return Ordered.HIGHEST_PRECEDENCE;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(EarlyBean.class)
    static class NeededEarly {
        @Bean
        static FirstProcessor firstProcessor(EarlyBean needed) {
            return new FirstProcessor();
        }
    }

    @Test
    void refusesMethodOfABeanThatWasCreatedTooEarly() {
        assertRefused(NeededEarly.class, "EarlyBean.work is not intercepted", "its bean was created too early");
        TestApplication.start(List.of("baton.url=" + TestApplication.newStore()), EarlyBean.class)
                .close();
    }

    static class PrimitiveResult {
        @LeaderOnly("nightly")
        public int work() {
            return 7;
        }
    }

    @Test
    void refusesPrimitiveResult() {
        assertRefused(PrimitiveResult.class, "PrimitiveResult.work returns int", "Optional");
    }

    /** Like the annotation of Kafka's listeners. */
    @Retention(RetentionPolicy.RUNTIME)
    @MessageMapping
    @interface QueueListener {}

    static class Listener {
        @QueueListener
        @LeaderOnly("nightly")
        public void receive(String message) {}
    }

    @Test
    void refusesMessageListenerWithAdvice() {
        assertRefused(Listener.class, "Listener.receive is a message listener", "LeaderWorks.running(container)");
    }

    @EnableAsync(order = Ordered.HIGHEST_PRECEDENCE)
    static class SubmittedInside {
        @Async
        @LeaderOnly("nightly")
        public void work() {}
    }

    static class NeverSubmitted {
        @Async
        @LeaderOnly("nightly")
        public void work() {}
    }

    @Test
    void refusesGateThatCoversOnlyTheSubmission() {
        assertRefused(SubmittedInside.class, "SubmittedInside.work is @Async", "order", "@EnableAsync");
        TestApplication.start(List.of("baton.url=" + TestApplication.newStore()), NeverSubmitted.class)
                .close();
    }

    static class ReactiveResult {
        @LeaderOnly("nightly")
        public SubmissionPublisher<String> work() {
            return new SubmissionPublisher<>();
        }
    }

    @Test
    void refusesReactiveResult() {
        assertRefused(ReactiveResult.class, "ReactiveResult.work is reactive", "block for the result");
    }

    static class NotTransactional {
        @Fenced("nightly")
        public void write() {}
    }

    @Test
    void refusesFencedMethodWithoutTransaction() {
        assertRefused(NotTransactional.class, "NotTransactional.write is @Fenced without a transaction");
    }

    static class FencedWriter {
        @Transactional
        @Fenced("nightly")
        public void write() {}
    }

    @Configuration(proxyBeanMethods = false)
    @Import(FencedWriter.class)
    static class WithTransactions {
        @Bean
        PlatformTransactionManager transactions() {
            return new DataSourceTransactionManager(new DriverManagerDataSource());
        }
    }

    /** Defines the advisor of transactions after that of the guard. Both have the lowest precedence. */
    @Configuration(proxyBeanMethods = false)
    @Import(WithTransactions.class)
    static class GuardFirst implements BeanDefinitionRegistryPostProcessor {
        @Override
        public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
            String name = TransactionManagementConfigUtils.TRANSACTION_ADVISOR_BEAN_NAME;
            BeanDefinition transactions = registry.getBeanDefinition(name);
            registry.removeBeanDefinition(name);
            registry.registerBeanDefinition(name, transactions);
        }
    }

    @Test // FENCE-2
    void refusesGuardThatRunsBeforeItsTransaction() {
        assertRefused(
                GuardFirst.class, "FencedWriter.write would be guarded before its transaction begins", "order = 0");
    }

    static class SelfCaller {
        @LeaderOnly("nightly")
        public void work() {}

        void both() {
            work();
        }
    }

    static class ReferenceCaller {
        @LeaderOnly("nightly")
        public void work() {}

        Runnable reference() {
            return this::work;
        }
    }

    static class OtherCaller {
        @LeaderOnly("nightly")
        public void work() {}

        void other(SelfCaller bean) {
            bean.work();
        }
    }

    @Test
    void findsCallsOfOwnMethods() throws Exception {
        for (Class<?> type : List.of(SelfCaller.class, ReferenceCaller.class)) {
            assertThat(SelfCalls.in(type, Set.of(type.getMethod("work")))).containsExactly("work");
        }
        assertThat(SelfCalls.in(OtherCaller.class, Set.of(OtherCaller.class.getMethod("work"))))
                .isEmpty();
    }

    /** Calls what a subclass annotates. */
    abstract static class Template<T> {
        abstract void work(T input);

        void all(List<T> inputs) {
            inputs.forEach(this::work);
        }

        void one(T input) {
            work(input);
        }
    }

    static class OfTemplate extends Template<String> {
        @Override
        @LeaderOnly("nightly")
        public void work(String input) {}
    }

    interface Repeated {
        void work();

        default void twice() {
            work();
            work();
        }
    }

    static class OfInterface implements Repeated {
        @Override
        @LeaderOnly("nightly")
        public void work() {}
    }

    static class InheritedReference extends SelfCaller {
        Runnable reference() {
            return this::work;
        }
    }

    /** Passes calls on to another instance, and to the method that it overrides. */
    static class Extending extends OtherCaller {
        private final OtherCaller next = new OtherCaller();

        @Override
        @LeaderOnly("nightly")
        public void work() {
            super.work();
            next.work();
        }
    }

    @Test
    void findsCallsInSuperclassesAndInterfaces() throws Exception {
        assertThat(SelfCalls.in(OfTemplate.class, Set.of(OfTemplate.class.getMethod("work", String.class))))
                .containsExactly("work (in " + Template.class.getName() + ")");
        assertThat(SelfCalls.in(OfInterface.class, Set.of(OfInterface.class.getMethod("work"))))
                .containsExactly("work (in " + Repeated.class.getName() + ")");
        assertThat(SelfCalls.in(InheritedReference.class, Set.of(SelfCaller.class.getMethod("work"))))
                .containsExactly("work", "work (in " + SelfCaller.class.getName() + ")");
    }

    @Test
    void callOfTheOverriddenMethodIsNoSelfCall() throws Exception {
        assertThat(SelfCalls.in(Extending.class, Set.of(Extending.class.getMethod("work"))))
                .isEmpty();
    }

    @Test
    void startLogsSelfCallsAndSucceeds() {
        PrintStream before = System.out;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setOut(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            TestApplication.start(
                            List.of("baton.url=" + TestApplication.newStore()),
                            SelfCaller.class,
                            OfTemplate.class,
                            OtherCaller.class)
                    .close();
        } finally {
            System.setOut(before);
        }
        assertThat(log.toString(StandardCharsets.UTF_8))
                .contains("WARN")
                .contains(SelfCaller.class.getName() + " calls its own leader-only method [work]; ")
                .contains(OfTemplate.class.getName() + " calls its own leader-only method [work (in "
                        + Template.class.getName() + ")]; ")
                .contains("the annotation has no effect: call the method through another bean")
                .doesNotContain(OtherCaller.class.getName());
    }

    @Test
    void refusesStartWithoutStore() {
        assertThatThrownBy(() -> TestApplication.start(List.of()).close())
                .rootCause()
                .isInstanceOf(StoreMissingException.class)
                .hasMessageContaining("baton.url is not set");
    }
}
