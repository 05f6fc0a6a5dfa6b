package dev.baton.examples.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Candidate;
import io.micronaut.context.ApplicationContext;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import kotlin.Unit;
import org.junit.jupiter.api.Test;

class RecipesTest {

    @Test // API-1
    void micronautBeanWorksInOneReplica() throws Exception {
        Map<String, Object> properties = Map.of("baton.url", "memory:micronaut");
        try (ApplicationContext second = secondAfterFirst(properties)) {
            Reports reports = second.getBean(Reports.class);
            reports.add("tuesday");
            assertThat(reports.sent().poll(30, TimeUnit.SECONDS)).isEqualTo("tuesday by epoch 2");
        }
    }

    /** Starts two replicas, lets the first one work, and closes it. */
    private static ApplicationContext secondAfterFirst(Map<String, Object> properties) throws InterruptedException {
        try (ApplicationContext first = ApplicationContext.run(properties)) {
            Reports reports = first.getBean(Reports.class);
            reports.add("monday");
            assertThat(reports.sent().poll(30, TimeUnit.SECONDS)).isEqualTo("monday by epoch 1");
            return ApplicationContext.run(properties);
        }
    }

    @Test // API-1
    void kotlinBlockWorksWhileItsProcessLeads() {
        try (Baton baton = Baton.connect("memory:kotlin")) {
            LinkedBlockingQueue<Long> epochs = new LinkedBlockingQueue<>();
            Candidate candidate = LeaderOnlyKt.whileLeading(baton, "nightly", leadership -> {
                epochs.add(leadership.epoch());
                return Unit.INSTANCE;
            });
            await().until(() -> !epochs.isEmpty());
            assertThat(LeaderOnlyKt.epochOf(baton, "nightly")).isEqualTo(epochs.peek());
            candidate.close();
            await().until(() -> LeaderOnlyKt.epochOf(baton, "nightly") == null);
        }
    }
}
