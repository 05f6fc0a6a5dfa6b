package dev.baton.spring.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.LeaderInfo;
import dev.baton.spring.BatonElections;
import dev.baton.spring.integration.BatonLeaderInitiator;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.integration.annotation.InboundChannelAdapter;
import org.springframework.integration.annotation.Poller;
import org.springframework.integration.annotation.Role;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.leader.AbstractCandidate;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.event.AbstractLeaderEvent;

/** Applications with the Spring Integration of Spring Boot 4, as replicas of one election. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class SpringIntegrationTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final String store = "memory:" + UUID.randomUUID();

    /** An endpoint of the role, and what happened in which order. */
    @Configuration(proxyBeanMethods = false)
    @EnableIntegration
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
                "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
            })
    static class Flow {
        final List<String> log = new CopyOnWriteArrayList<>();
        final AtomicInteger polls = new AtomicInteger();

        /** Replicas in one process do not share their connection. */
        @Bean(destroyMethod = "close")
        Baton baton(@Value("${store}") String url) {
            return Baton.builder().url(url).isolated().connect();
        }

        @Bean
        BatonLeaderInitiator initiator(BatonElections elections, Baton baton, ApplicationEventPublisher events) {
            dev.baton.Candidate election = elections.candidate("nightly");
            return new BatonLeaderInitiator(election, new Member(election.instanceId(), baton, log), events);
        }

        @InboundChannelAdapter(channel = "nullChannel", autoStartup = "false", poller = @Poller(fixedDelay = "5"))
        @Role("nightly")
        public int poll() {
            return polls.incrementAndGet();
        }

        @EventListener
        public void changed(AbstractLeaderEvent event) {
            log.add(event.getClass().getSimpleName() + " " + event.getRole());
        }
    }

    /** A candidate of Spring Integration. */
    static final class Member extends AbstractCandidate {
        private final Baton baton;
        private final List<String> log;

        Member(String id, Baton baton, List<String> log) {
            super(id, "nightly");
            this.baton = baton;
            this.log = log;
        }

        @Override
        public void onGranted(Context context) {
            log.add("granted, leader " + context.isLeader());
        }

        @Override
        public void onRevoked(Context context) {
            log.add("revoked, claim of "
                    + baton.election("nightly")
                            .leader()
                            .map(LeaderInfo::instanceId)
                            .orElse("nobody"));
        }
    }

    private ConfigurableApplicationContext replica(String id) {
        return new SpringApplicationBuilder(Flow.class)
                .web(WebApplicationType.NONE)
                .run(
                        "--store=" + store,
                        "--baton.instance-id=" + id,
                        "--spring.main.banner-mode=off",
                        "--logging.level.root=WARN");
    }

    private static Flow flow(ConfigurableApplicationContext replica) {
        return replica.getBean(Flow.class);
    }

    private static Context initiated(ConfigurableApplicationContext replica) {
        return replica.getBean(BatonLeaderInitiator.class).context();
    }

    private static void awaitPolls(ConfigurableApplicationContext replica) {
        int before = flow(replica).polls.get();
        await().atMost(LONG).until(() -> flow(replica).polls.get() >= before + 3);
    }

    @Test // API-1, API-3
    void endpointsOfTheRoleFollowTheElectionWhenItsLeaderYieldsAndWhenItStops() {
        assertThat(SpringBootVersion.getVersion()).startsWith("4.");
        assertThat(Context.class.getPackage().getImplementationVersion()).startsWith("7.0.");
        try (ConfigurableApplicationContext anna = replica("anna")) {
            awaitPolls(anna);
            Flow ofBen;
            try (ConfigurableApplicationContext ben = replica("ben")) {
                ofBen = flow(ben);
                assertThat(initiated(ben).isLeader()).isFalse();
                assertThat(ofBen.polls).hasValue(0);
                assertThat(flow(anna).log).containsExactly("granted, leader true", "OnGrantedEvent nightly");

                initiated(anna).yield();
                awaitPolls(ben);
                assertThat(initiated(anna).isLeader()).isFalse();
                assertThat(flow(anna).log)
                        .endsWith("OnGrantedEvent nightly", "revoked, claim of anna", "OnRevokedEvent nightly");
            }
            // The application has stopped the endpoint and released the claim, in this order.
            assertThat(ofBen.log)
                    .containsExactly(
                            "granted, leader true",
                            "OnGrantedEvent nightly",
                            "revoked, claim of ben",
                            "OnRevokedEvent nightly");
            awaitPolls(anna);
        }
    }
}
