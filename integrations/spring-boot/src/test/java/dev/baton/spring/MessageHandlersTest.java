package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.integration.annotation.Aggregator;
import org.springframework.integration.annotation.Filter;
import org.springframework.integration.annotation.InboundChannelAdapter;
import org.springframework.integration.annotation.Router;
import org.springframework.integration.annotation.ServiceActivator;
import org.springframework.integration.annotation.Splitter;
import org.springframework.integration.annotation.Transformer;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHandler;

/** Leader-only methods that receive messages, by an annotation of Spring Integration or by an interface. */
class MessageHandlersTest {

    private static void start(Class<?> bean) {
        TestApplication.start(List.of("baton.url=" + TestApplication.newStore()), bean)
                .close();
    }

    static class Activated {
        @ServiceActivator(inputChannel = "orders")
        @LeaderOnly("nightly")
        public void receive(String message) {}
    }

    static class Transforming {
        @Transformer(inputChannel = "orders")
        @LeaderOnly("nightly")
        public String receive(String message) {
            return message;
        }
    }

    static class Filtering {
        @Filter(inputChannel = "orders")
        @LeaderOnly("nightly")
        public Boolean receive(String message) {
            return true;
        }
    }

    static class Routing {
        @Router(inputChannel = "orders")
        @LeaderOnly("nightly")
        public String receive(String message) {
            return message;
        }
    }

    static class Splitting {
        @Splitter(inputChannel = "orders")
        @LeaderOnly("nightly")
        public List<String> receive(String message) {
            return List.of(message);
        }
    }

    static class Aggregating {
        @Aggregator(inputChannel = "orders")
        @LeaderOnly("nightly")
        public String receive(List<String> messages) {
            return String.join(",", messages);
        }
    }

    static class Handling implements MessageHandler {
        @Override
        @LeaderOnly("nightly")
        public void handleMessage(Message<?> message) {}
    }

    @Test
    void refusesHandlerByItsInterface() {
        assertThatThrownBy(() -> start(Handling.class))
                .message()
                .contains("Handling.handleMessage is a message listener", "LeaderWorks.running(container)");
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Activated.class,
                Transforming.class,
                Filtering.class,
                Routing.class,
                Splitting.class,
                Aggregating.class
            })
    void refusesMethodThatWouldLoseItsMessage(Class<?> handler) {
        assertThatThrownBy(() -> start(handler))
                .message()
                .contains(handler.getSimpleName() + ".receive is a message listener", "LeaderWorks.running(container)");
    }

    static class Polled {
        @InboundChannelAdapter(channel = "orders")
        @LeaderOnly("nightly")
        public String next() {
            return "order";
        }
    }

    @Test
    void acceptsPolledMethodWhichReceivesNoMessage() {
        start(Polled.class);
    }
}
