package dev.baton.spring.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.CandidateSettings;
import dev.baton.LeaderInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
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
import org.springframework.integration.support.SmartLifecycleRoleController;

/** Applications of Spring Integration, as replicas of one election in memory. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LeaderInitiatorTest {
    private final String store = "memory:" + UUID.randomUUID();
    private final List<Replica> replicas = new ArrayList<>();

    @AfterEach
    void close() {
        replicas.forEach(Replica::close);
    }

    /** An endpoint of the role, and what happened in which order. */
    @Configuration(proxyBeanMethods = false)
    @EnableIntegration
    static class Flow {
        final List<String> log = new CopyOnWriteArrayList<>();
        final AtomicInteger polls = new AtomicInteger();

        @Bean
        BatonLeaderInitiator initiator(Baton baton, dev.baton.Candidate election, ApplicationEventPublisher events) {
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

    record Replica(Baton baton, dev.baton.Candidate candidate, AnnotationConfigApplicationContext context) {
        Flow flow() {
            return context.getBean(Flow.class);
        }

        Context initiated() {
            return context.getBean(BatonLeaderInitiator.class).context();
        }

        void close() {
            candidate.close();
            context.close();
            baton.close();
        }
    }

    private Replica replica(String id) {
        Baton baton = Baton.builder().url(store).isolated().connect();
        dev.baton.Candidate candidate = baton.election("nightly")
                .candidate(CandidateSettings.builder().instanceId(id).build());
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.registerBean(Baton.class, () -> baton, definition -> definition.setDestroyMethodName(""));
        context.registerBean(
                dev.baton.Candidate.class, () -> candidate, definition -> definition.setDestroyMethodName(""));
        context.register(Flow.class);
        context.refresh();
        candidate.start();
        Replica replica = new Replica(baton, candidate, context);
        replicas.add(replica);
        return replica;
    }

    private static void awaitPolls(Replica of) {
        int before = of.flow().polls.get();
        await().until(() -> of.flow().polls.get() >= before + 3);
    }

    @Test // API-1, API-3
    void endpointsOfTheRoleRunInTheLeaderAndStopBeforeTheRelease() {
        Replica anna = replica("anna");
        awaitPolls(anna);
        Replica ben = replica("ben");
        assertThat(ben.initiated().isLeader()).isFalse();
        assertThat(ben.flow().polls).hasValue(0);
        assertThat(anna.flow().log).containsExactly("granted, leader true", "OnGrantedEvent nightly");

        anna.candidate().stop(Duration.ofSeconds(20));
        assertThat(anna.flow().log)
                .endsWith("OnGrantedEvent nightly", "revoked, claim of anna", "OnRevokedEvent nightly");
        assertThat(endpointsRun(anna)).isFalse();
        awaitPolls(ben);
    }

    private static boolean endpointsRun(Replica replica) {
        return replica.context().getBean(SmartLifecycleRoleController.class).allEndpointsRunning("nightly");
    }

    @Test // API-1
    void leaderThatYieldsLetsAnotherLead() {
        Replica anna = replica("anna");
        awaitPolls(anna);
        Replica ben = replica("ben");
        assertThat(anna.initiated().getRole()).isEqualTo("nightly");
        anna.initiated().yield();
        awaitPolls(ben);
        assertThat(anna.initiated().isLeader()).isFalse();
        ben.initiated().yield();
        awaitPolls(anna);
    }
}
