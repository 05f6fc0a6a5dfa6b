package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateState;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.actuate.endpoint.jmx.JmxEndpointsSupplier;
import org.springframework.boot.actuate.endpoint.jmx.JmxOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.health.HealthEndpoint;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.context.ConfigurableApplicationContext;

/** Health, the endpoint and the meters of an application. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ActuatorTest {
    private final String store = TestApplication.newStore();

    /** An election that only an annotation names. */
    static class Reports {
        @LeaderOnly("nightly")
        public void work() {}
    }

    @Test // API-8, API-9
    void endpointShowsTheElectionAndChangesItsLeader() {
        try (ConfigurableApplicationContext only = TestApplication.start(
                        List.of("baton.url=" + store, "management.endpoints.web.exposure.include=*"), Reports.class);
                Baton other = Baton.builder().url(store).isolated().connect()) {
            Candidate candidate = only.getBean(BatonElections.class).candidate("nightly");
            await().until(candidate::isLeader);
            only.getBean(Reports.class).work();

            HealthIndicator health = only.getBean("batonHealthIndicator", HealthIndicator.class);
            assertThat(health.health().getStatus()).isEqualTo(Status.UP);
            assertThat(health.health().getDetails().toString()).contains("leader=true", "epoch=1");
            assertThat(only.getBean(MeterRegistry.class)
                            .get("baton.leader")
                            .gauge()
                            .value())
                    .isEqualTo(1);

            assertThat(only.getBean(MeterRegistry.class)
                            .get("baton.leader.only")
                            .tag("gate", "Reports.work")
                            .timer()
                            .count())
                    .as("observed calls")
                    .isEqualTo(1);

            BatonEndpoint endpoint = only.getBean(BatonEndpoint.class);
            assertThat(endpoint.elections().toString()).contains("nightly");
            assertThat(endpoint.election("nightly").getBody().toString())
                    .contains("instance_id=" + candidate.instanceId(), "history=[{");
            assertThat(endpoint.election("unknown").getStatus()).isEqualTo(404);
            assertThat(endpoint.change("nightly", "transfer", "absent").getStatus())
                    .isEqualTo(404);
            assertThat(endpoint.change("nightly", "dance").getStatus()).isEqualTo(400);

            Candidate standby = other.election("nightly")
                    .candidate(CandidateSettings.builder().instanceId("standby").build());
            standby.start();
            await().until(() ->
                    endpoint.change("nightly", "transfer", "standby").getStatus() == 202);
            await().until(standby::isLeader);
            assertThat(endpoint.change("nightly", "step-down").getStatus()).isEqualTo(409);
            candidate.stop();
            assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
        }
    }

    @Test // API-8
    void readinessGroupFollowsTheCandidates() {
        try (ConfigurableApplicationContext only = TestApplication.start(
                List.of(
                        "baton.url=" + store,
                        "management.endpoint.health.probes.enabled=true",
                        "management.endpoint.health.group.readiness.include=readinessState,baton"),
                Reports.class)) {
            HealthEndpoint health = only.getBean(HealthEndpoint.class);
            Candidate candidate = only.getBean(BatonElections.class).candidate("nightly");
            await().until(() -> candidate.isLeader()
                    && health.healthForPath("readiness").getStatus().equals(Status.UP));
            candidate.stop();
            assertThat(health.healthForPath("readiness").getStatus()).isEqualTo(Status.DOWN);
            assertThat(health.healthForPath("liveness").getStatus()).isEqualTo(Status.UP);
        }
    }

    @Test // API-9
    void stepDownReleasesToAnotherReplica() {
        try (ConfigurableApplicationContext only = TestApplication.start(List.of("baton.url=" + store), Reports.class);
                Baton other = Baton.builder().url(store).isolated().connect()) {
            Candidate candidate = only.getBean(BatonElections.class).candidate("nightly");
            await().until(candidate::isLeader);
            Candidate standby = other.election("nightly").candidate();
            standby.start();
            await().until(() -> standby.state() == CandidateState.FOLLOWER);
            WebEndpointResponse<Map<String, Object>> response =
                    new BatonEndpoint(only.getBean(BatonElections.class)).change("nightly", "step-down");
            assertThat(response.getStatus()).isEqualTo(200);
            assertThat(response.getBody()).containsEntry("status", "released");
            await().until(standby::isLeader);
            assertThat(candidate.isLeader()).isFalse();
        }
    }

    /** JMX exposes the same operations as HTTP, and needs no server. */
    private List<String> operations(String... properties) {
        List<String> all = new ArrayList<>(List.of(
                "baton.url=" + store, "spring.jmx.enabled=true", "management.endpoints.jmx.exposure.include=baton"));
        all.addAll(List.of(properties));
        try (ConfigurableApplicationContext only = TestApplication.start(all, Reports.class)) {
            return only.getBean(JmxEndpointsSupplier.class).getEndpoints().stream()
                    .flatMap(endpoint -> endpoint.getOperations().stream())
                    .map(JmxOperation::getName)
                    .sorted()
                    .toList();
        }
    }

    @Test // API-9
    void endpointChangesNothingUnlessItsAccessIsUnrestricted() {
        assertThat(operations()).containsExactly("election", "elections");
        assertThat(operations("management.endpoint.baton.access=unrestricted"))
                .containsExactly("change", "election", "elections");
    }
}
