package dev.baton.spring;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;

/** Checks all {@link LeaderOnly} methods at start-up, and creates the candidates of their elections. */
final class LeaderOnlyChecks implements SmartInitializingSingleton {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    /** Annotations of message listeners. Those of Kafka and JMS also have the first one. */
    private static final List<String> MESSAGE_LISTENERS = List.of(
            "org.springframework.messaging.handler.annotation.MessageMapping",
            "org.springframework.kafka.annotation.KafkaListener",
            "org.springframework.amqp.rabbit.annotation.RabbitListener",
            "org.springframework.jms.annotation.JmsListener",
            "org.springframework.pulsar.annotation.PulsarListener",
            "io.awspring.cloud.sqs.annotation.SqsListener");

    private final ConfigurableListableBeanFactory beans;
    private final Supplier<Optional<BatonElections>> elections;

    LeaderOnlyChecks(ConfigurableListableBeanFactory beans, Supplier<Optional<BatonElections>> elections) {
        this.beans = beans;
        this.elections = elections;
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<AnnotatedMethods.Found<LeaderOnly>> methods = AnnotatedMethods.find(beans, LeaderOnly.class);
        MethodChecks.failOn(methods.stream().flatMap(LeaderOnlyChecks::problems));
        warnOfSelfCalls(methods);
        elections
                .get()
                .ifPresent(enabled -> methods.forEach(
                        method -> enabled.candidate(method.annotation().value())));
    }

    private static Stream<String> problems(AnnotatedMethods.Found<LeaderOnly> found) {
        Optional<String> ineffective = MethodChecks.ineffective(found, LeaderOnlyInterceptor.class);
        Class<?> returns = found.method().getReturnType();
        Optional<String> primitive = returns.isPrimitive() && returns != void.class
                ? Optional.of(found.name() + " returns " + returns
                        + ", and a call that does not run has no such result; return void, an object or an Optional")
                : Optional.empty();
        MergedAnnotations present = MergedAnnotations.from(found.method(), SearchStrategy.TYPE_HIERARCHY);
        Optional<String> listener = MESSAGE_LISTENERS.stream()
                .filter(present::isPresent)
                .findFirst()
                .map(name ->
                        found.name() + " is a message listener (" + name + "), and a call that does not run would lose"
                                + " the message; start and stop its container with the leadership instead:"
                                + " candidate.whileLeading(LeaderWorks.running(container))");
        return Stream.of(ineffective, primitive, listener).flatMap(Optional::stream);
    }

    private static void warnOfSelfCalls(List<AnnotatedMethods.Found<LeaderOnly>> methods) {
        methods.stream()
                .collect(Collectors.groupingBy(
                        AnnotatedMethods.Found::type,
                        Collectors.mapping(AnnotatedMethods.Found::method, Collectors.toSet())))
                .forEach((type, annotated) -> {
                    Set<String> calls = SelfCalls.in(type, annotated);
                    if (!calls.isEmpty()) {
                        LOG.warn(
                                "{} calls its own leader-only method {}; if that is a call on this, the annotation has"
                                        + " no effect: call the method through another bean",
                                type.getName(),
                                calls);
                    }
                });
    }
}
