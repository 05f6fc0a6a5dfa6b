package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.Election;
import dev.baton.Leadership;
import dev.baton.internal.runtime.BatonRuntime;
import dev.baton.internal.runtime.RuntimeEnvironment;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Backend;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
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

/** One test's cast: connections and contestants on one store, all gone when it is over. */
final class ContractFixture {
    static final String ELECTION = "contract";
    static final Duration VALIDITY = Duration.ofSeconds(2);
    static final Duration PATIENCE = Duration.ofSeconds(30);

    final ContractStore store;
    private final List<AutoCloseable> cast = new ArrayList<>();
    private Optional<Baton> onlooker = Optional.empty();

    ContractFixture(ContractStore store) {
        this.store = store;
    }

    Baton connect() {
        return connect(BatonClock.system());
    }

    Baton connect(BatonClock clock) {
        return over(store.open(clock), clock);
    }

    Baton over(Backend backend, BatonClock clock) {
        return keep(BatonRuntime.over(RuntimeEnvironment.real(clock), opened -> backend));
    }

    Candidate candidate(String instanceId) {
        return candidate(connect(), settings(instanceId));
    }

    Candidate candidate(Baton baton, CandidateSettingsBuilder settings) {
        return baton.election(ELECTION).candidate(settings.build());
    }

    /** The election as one more process sees it that only looks on. */
    synchronized Election election() {
        if (onlooker.isEmpty()) {
            onlooker = Optional.of(connect());
        }
        return onlooker.get().election(ELECTION);
    }

    TestCandidate contestant(String instanceId) {
        return keep(store.contestant(ELECTION, instanceId, VALIDITY));
    }

    /** Short durations, so that what has to be waited for comes soon. */
    static CandidateSettingsBuilder settings(String instanceId) {
        return CandidateSettings.builder()
                .instanceId(instanceId)
                .validity(VALIDITY)
                .drain(Duration.ofSeconds(5))
                .reacquireDelay(Duration.ofSeconds(1));
    }

    static void await(String what, BooleanSupplier condition) {
        patiently(what).until(condition::getAsBoolean);
    }

    private static ConditionFactory patiently(String what) {
        return Awaitility.await(what)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(5))
                .pollDelay(Duration.ZERO);
    }

    static long awaitEpoch(Candidate candidate) {
        return awaitLeadership(candidate).epoch();
    }

    static Leadership awaitLeadership(Candidate candidate) {
        return patiently(candidate.instanceId() + " leads")
                .until(candidate::leadership, Optional::isPresent)
                .orElseThrow();
    }

    static long awaitEpoch(TestCandidate contestant) {
        await(contestant.instanceId() + " leads", () -> contestant.standing().leader());
        return contestant.standing().epoch();
    }

    static Contender contender(Backend backend, String instanceId) {
        return backend.contend(new ContenderSettings(ELECTION, instanceId, 0, "", new IgnoredSignals()));
    }

    /** What a candidate wins that asks again while the lock is held: members of a group hear of a release one by one. */
    static Claim won(Contender contender) {
        AcquireOutcome outcome = patiently("the lock is free")
                .until(() -> get(contender.acquire(0)), answer -> !(answer instanceof AcquireOutcome.HeldBy));
        assertThat(outcome).isInstanceOf(AcquireOutcome.Won.class);
        return ((AcquireOutcome.Won) outcome).claim();
    }

    static <T> T get(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception failure) {
            throw new AssertionError("the store did not answer", failure);
        }
    }

    private <T extends AutoCloseable> T keep(T member) {
        cast.add(member);
        return member;
    }

    void close() throws Exception {
        store.repair();
        Collections.reverse(cast);
        for (AutoCloseable member : cast) {
            member.close();
        }
        store.close();
    }
}
