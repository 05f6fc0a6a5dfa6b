package dev.baton.spring;

import dev.baton.LeaderWork;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.springframework.context.Lifecycle;

/**
 * Work for {@code Candidate.whileLeading} that consists of parts of the application.
 *
 * <pre>{@code
 * @KafkaListener(id = "orders", topics = "orders", autoStartup = "false")
 * ...
 * candidate.whileLeading(LeaderWorks.running(registry.getListenerContainer("orders")));
 * }</pre>
 */
public final class LeaderWorks {

    private LeaderWorks() {}

    /**
     * Returns work that starts the container when a tenure begins and stops it when the tenure ends. The claim is released
     * after {@code stop} has returned, so no message is processed by two replicas at once and none is lost.
     */
    public static LeaderWork running(Lifecycle container) {
        Objects.requireNonNull(container, "container");
        return leadership -> {
            container.start();
            try {
                // Nothing counts it down: the end of the tenure interrupts the wait.
                new CountDownLatch(1).await();
            } finally {
                container.stop();
            }
        };
    }
}
