package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.messaging.handler.annotation.MessageMapping;

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

    static class NotTransactional {
        @Fenced("nightly")
        public void write() {}
    }

    @Test
    void refusesFencedMethodWithoutTransaction() {
        assertRefused(NotTransactional.class, "NotTransactional.write is @Fenced without a transaction");
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

    @Test
    void refusesStartWithoutStore() {
        assertThatThrownBy(() -> TestApplication.start(List.of()).close())
                .rootCause()
                .isInstanceOf(StoreMissingException.class)
                .hasMessageContaining("baton.url is not set");
    }
}
