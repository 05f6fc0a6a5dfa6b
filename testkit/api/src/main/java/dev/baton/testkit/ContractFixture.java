package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.Election;
import dev.baton.EndReason;
import dev.baton.Leadership;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** The connections and candidates of one contract test. Closing it closes all of them. */
final class ContractFixture {
    static final String ELECTION = "contract";
    static final Duration VALIDITY = Duration.ofSeconds(2);
    static final Duration TIMEOUT = Duration.ofSeconds(30);

    final ContractStore store;
    private final List<AutoCloseable> resources = new ArrayList<>();
    private Optional<Baton> observer = Optional.empty();

    ContractFixture(ContractStore store) {
        this.store = store;
    }

    /** Returns whether the tests of a feature are left out on this store. */
    boolean leavesOut(StoreFeature feature) {
        return store.optOuts().containsKey(feature);
    }

    /** Opens a connection that the test itself drives. */
    Backend open() {
        return store.open(BatonClock.system());
    }

    Baton connect() {
        return connect(open(), BatonClock.system());
    }

    Baton connect(Backend backend, BatonClock clock) {
        return keep(Baton.builder().backend(ignored -> backend).clock(clock).connect());
    }

    /** Returns a candidate with its own connection. */
    Candidate candidate(CandidateSettingsBuilder settings) {
        return candidate(open(), settings);
    }

    Candidate candidate(Backend backend, CandidateSettingsBuilder settings) {
        return candidate(connect(backend, BatonClock.system()), settings);
    }

    Candidate candidate(Baton baton, CandidateSettingsBuilder settings) {
        return baton.election(ELECTION).candidate(settings.build());
    }

    /** Returns a candidate with its own connection that has been started. */
    Candidate started(String instanceId) {
        Candidate candidate = candidate(settings(instanceId));
        candidate.start();
        return candidate;
    }

    /** Returns a candidate with its own connection that leads. */
    Candidate leader(String instanceId) {
        Candidate leader = started(instanceId);
        awaitEpoch(leader);
        return leader;
    }

    /** Returns the election on the connection of a process that only observes. */
    synchronized Election election() {
        if (observer.isEmpty()) {
            observer = Optional.of(connect());
        }
        return observer.get().election(ELECTION);
    }

    boolean isOnRoster(String instanceId) {
        return election().roster().stream()
                .anyMatch(status -> status.instanceId().equals(instanceId));
    }

    void awaitRosterSize(int size) {
        await(size + " candidates are on the roster", () -> election().roster().size() == size);
    }

    TestCandidate testCandidate(String instanceId) {
        return keep(store.testCandidate(ELECTION, instanceId, VALIDITY));
    }

    TestCandidate isolatedCandidate(String instanceId, ProcessIsolation isolation) {
        return keep(store.isolatedCandidate(ELECTION, instanceId, VALIDITY, isolation)
                .orElseThrow());
    }

    /** Returns settings with short durations, to keep the tests fast. */
    static CandidateSettingsBuilder settings(String instanceId) {
        return CandidateSettings.builder()
                .instanceId(instanceId)
                .validity(VALIDITY)
                .drain(Duration.ofSeconds(5))
                .reacquireDelay(Duration.ofSeconds(1));
    }

    static void await(String description, BooleanSupplier condition) {
        awaiting(description).until(condition::getAsBoolean);
    }

    private static ConditionFactory awaiting(String description) {
        return Awaitility.await(description)
                .atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(5))
                .pollDelay(Duration.ZERO);
    }

    static long awaitEpoch(Candidate candidate) {
        return awaitLeadership(candidate).epoch();
    }

    static Leadership awaitLeadership(Candidate candidate) {
        return awaiting(candidate.instanceId() + " leads")
                .until(candidate::leadership, Optional::isPresent)
                .orElseThrow();
    }

    static long awaitEpoch(TestCandidate candidate) {
        await(candidate.instanceId() + " leads", () -> candidate.status().leader());
        return candidate.status().epoch();
    }

    /** Waits until every leadership with {@link #VALIDITY} that was last renewed before this call has expired. */
    void awaitExpiryOfLeadershipFromNow() {
        MemoryStore memory = new MemoryStore();
        // Longer than the validity, because the margin differs between stores.
        CandidateSettingsBuilder longer = settings("reference")
                .validity(VALIDITY.multipliedBy(3).dividedBy(2))
                .stopGrace(Duration.ZERO);
        Candidate reference = candidate(memory.open(BatonClock.system()), longer);
        reference.start();
        Leadership leadership = awaitLeadership(reference);
        memory.breakDown();
        await("the validity has passed", () -> !leadership.isValid());
    }

    static Contender contender(Backend backend, String instanceId) {
        return backend.contend(new ContenderSettings(ELECTION, instanceId, 0, "", new IgnoredSignals()));
    }

    /** Acquires the claim. Tries again while it is held, because a release can take a moment to arrive everywhere. */
    static Claim won(Contender contender) {
        AcquireOutcome outcome = awaiting("the claim is free")
                .until(() -> get(contender.acquire(0)), result -> !(result instanceof AcquireOutcome.HeldBy));
        assertThat(outcome).isInstanceOf(AcquireOutcome.Won.class);
        return ((AcquireOutcome.Won) outcome).claim();
    }

    static ReleaseOutcome release(Contender contender, Claim claim) {
        return get(contender.release(claim, ReleaseRequest.of(EndReason.RESIGNED)));
    }

    static <T> T get(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception failure) {
            throw new AssertionError("the store did not answer", failure);
        }
    }

    private <T extends AutoCloseable> T keep(T resource) {
        resources.add(resource);
        return resource;
    }

    void close() throws Exception {
        store.repair();
        Collections.reverse(resources);
        for (AutoCloseable resource : resources) {
            resource.close();
        }
        store.close();
    }
}
