package dev.baton.spring;

import dev.baton.LeaderWork;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.Lifecycle;
import org.springframework.context.SmartLifecycle;

/**
 * Work for {@code Candidate.whileLeading} that consists of parts of the application.
 *
 * <pre>{@code
 * @KafkaListener(id = "orders", topics = "orders", autoStartup = "false")
 * void receive(Order order) { ... }
 *
 * @Bean
 * Registration orders(BatonElections elections, KafkaListenerEndpointRegistry registry) {
 *     // The container does not exist yet: it is looked up when a tenure begins.
 *     return elections.candidate("orders").whileLeading(leadership ->
 *             LeaderWorks.running(registry.getListenerContainer("orders")).run(leadership));
 * }
 * }</pre>
 */
public final class LeaderWorks {

    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private LeaderWorks() {}

    /**
     * Returns work that starts the container when a tenure begins and stops it when the tenure ends. The claim is released
     * after the container has stopped, so no message is processed by two replicas at once and none is lost. A
     * {@link SmartLifecycle} has stopped when it calls back: the {@code stop} of a JMS container returns while its listener
     * still runs. Nothing else may start the container.
     */
    public static LeaderWork running(Lifecycle container) {
        Objects.requireNonNull(container, "container");
        return leadership -> {
            if (container.isRunning()) {
                LOG.warn(
                        "{} already runs at the start of the tenure in election {}: what the application starts runs in every"
                                + " replica; do not start it automatically (autoStartup = \"false\")",
                        container.getClass().getName(),
                        leadership.election());
            }
            container.start();
            try {
                // Nothing counts it down: the end of the tenure interrupts the wait.
                new CountDownLatch(1).await();
            } finally {
                stop(container);
            }
        };
    }

    private static void stop(Lifecycle container) throws InterruptedException {
        if (container instanceof SmartLifecycle smart) {
            CountDownLatch stopped = new CountDownLatch(1);
            smart.stop(stopped::countDown);
            stopped.await();
        } else {
            container.stop();
        }
    }
}
