package dev.baton.spring.integration;

import dev.baton.Leadership;
import dev.baton.Registration;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.integration.leader.Candidate;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.event.DefaultLeaderEventPublisher;
import org.springframework.integration.leader.event.LeaderEventPublisher;

/**
 * Spring Integration's leader initiator over a Baton election, in place of {@code LockRegistryLeaderInitiator}.
 *
 * <p>A tenure begins with {@code onGranted} and {@code OnGrantedEvent}, which starts the endpoints of the role. When it
 * ends, {@code onRevoked} and {@code OnRevokedEvent} come first, which stop the endpoints; then the claim is released.
 * {@code onGranted} may take its time: the end of the tenure interrupts it.
 *
 * <p>The initiator neither starts nor stops the election's candidate. Baton's Spring Boot starter does.
 *
 * <pre>{@code
 * @Bean
 * BatonLeaderInitiator initiator(BatonElections elections, ApplicationEventPublisher events) {
 *     return new BatonLeaderInitiator(elections.candidate("nightly"), new DefaultCandidate("replica-1", "nightly"), events);
 * }
 * }</pre>
 */
public final class BatonLeaderInitiator implements SmartInitializingSingleton, DisposableBean {
    private static final Duration YIELD_TIMEOUT = Duration.ofSeconds(30);

    private final dev.baton.Candidate election;
    private final Candidate member;
    private final LeaderEventPublisher events;
    private final Context context = new ElectionContext();
    private Optional<Registration> work = Optional.empty();

    /**
     * Connects a candidate of Spring Integration with one of Baton.
     *
     * @param election this replica's candidate in the election
     * @param member receives the grants and revocations; its role is that of the events and the endpoints
     */
    public BatonLeaderInitiator(dev.baton.Candidate election, Candidate member, ApplicationEventPublisher events) {
        this.election = Objects.requireNonNull(election, "election");
        this.member = Objects.requireNonNull(member, "member");
        this.events = new DefaultLeaderEventPublisher(Objects.requireNonNull(events, "events"));
    }

    /** Returns the context that the member receives. */
    public Context context() {
        return context;
    }

    /** Begins to pass tenures on, including the current one. */
    @Override
    public synchronized void afterSingletonsInstantiated() {
        if (work.isEmpty()) {
            work = Optional.of(election.whileLeading(this::lead));
        }
    }

    /** Passes no further tenure on. */
    @Override
    public synchronized void destroy() {
        work.ifPresent(Registration::close);
        work = Optional.empty();
    }

    private void lead(Leadership leadership) throws InterruptedException {
        try {
            member.onGranted(context);
            events.publishOnGranted(this, context, member.getRole());
            // Nothing counts it down: the end of the tenure interrupts the wait.
            new CountDownLatch(1).await();
        } finally {
            revoke();
        }
    }

    private void revoke() {
        try {
            member.onRevoked(context);
        } finally {
            events.publishOnRevoked(this, context, member.getRole());
        }
    }

    private final class ElectionContext implements Context {
        @Override
        public boolean isLeader() {
            return election.isLeader();
        }

        @Override
        public String getRole() {
            return member.getRole();
        }

        @Override
        public void yield() {
            election.stepDown(YIELD_TIMEOUT);
        }
    }
}
