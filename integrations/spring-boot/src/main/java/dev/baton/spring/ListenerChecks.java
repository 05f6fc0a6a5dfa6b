package dev.baton.spring;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;

/** Checks that no leader-only method receives messages: a call that does not run would lose the message. */
final class ListenerChecks {
    /**
     * Annotations of methods that receive messages. Those of Kafka and JMS also have the first one. A method with Spring
     * Integration's {@code @InboundChannelAdapter} is polled and receives none: a call that does not run loses nothing.
     */
    private static final List<String> ANNOTATIONS = List.of(
            "org.springframework.messaging.handler.annotation.MessageMapping",
            "org.springframework.kafka.annotation.KafkaListener",
            "org.springframework.kafka.annotation.DltHandler",
            "org.springframework.amqp.rabbit.annotation.RabbitListener",
            "org.springframework.jms.annotation.JmsListener",
            "org.springframework.pulsar.annotation.PulsarListener",
            "org.springframework.pulsar.reactive.config.annotation.ReactivePulsarListener",
            "org.springframework.modulith.events.ApplicationModuleListener",
            "org.springframework.integration.annotation.ServiceActivator",
            "org.springframework.integration.annotation.Transformer",
            "org.springframework.integration.annotation.Filter",
            "org.springframework.integration.annotation.Router",
            "org.springframework.integration.annotation.Splitter",
            "org.springframework.integration.annotation.Aggregator",
            "io.awspring.cloud.sqs.annotation.SqsListener");

    private static final List<String> INTERFACES = List.of(
            "org.springframework.messaging.MessageHandler",
            "org.springframework.kafka.listener.GenericMessageListener",
            "org.springframework.amqp.core.MessageListener",
            "org.springframework.amqp.rabbit.listener.api.ChannelAwareMessageListener",
            "org.springframework.data.redis.connection.MessageListener",
            "org.springframework.jms.listener.SessionAwareMessageListener",
            "jakarta.jms.MessageListener");

    private ListenerChecks() {}

    static Optional<String> problem(AnnotatedMethods.Found<LeaderOnly> found) {
        MergedAnnotations present = MergedAnnotations.from(found.method(), SearchStrategy.TYPE_HIERARCHY);
        return Stream.concat(
                        ANNOTATIONS.stream().filter(present::isPresent),
                        Arrays.stream(ClassUtils.getAllInterfacesForClass(found.type()))
                                .filter(type -> INTERFACES.contains(type.getName()) && declares(type, found.method()))
                                .map(Class::getName))
                .findFirst()
                .map(name ->
                        found.name() + " is a message listener (" + name + "), and a call that does not run would lose"
                                + " the message; start and stop its container or endpoint with the leadership"
                                + " instead: candidate.whileLeading(LeaderWorks.running(container))");
    }

    /** The type of the parameter can be a type variable of the interface. */
    private static boolean declares(Class<?> type, Method method) {
        return Arrays.stream(type.getMethods())
                .anyMatch(declared -> declared.getName().equals(method.getName())
                        && declared.getParameterCount() == method.getParameterCount());
    }
}
