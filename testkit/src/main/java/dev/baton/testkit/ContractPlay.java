package dev.baton.testkit;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.Election;
import dev.baton.runtime.BatonRuntime;
import dev.baton.runtime.Environment;
import dev.baton.spi.Backend;
import dev.baton.spi.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

/** One test's cast: connections and contestants on one store, all gone when it is over. */
final class ContractPlay {
    static final String ELECTION = "contract";
    static final Duration VALIDITY = Duration.ofSeconds(2);
    static final Duration PATIENCE = Duration.ofSeconds(30);

    final ContractStore store;
    private final List<AutoCloseable> cast = new ArrayList<>();
    private Optional<Baton> onlooker = Optional.empty();

    ContractPlay(ContractStore store) {
        this.store = store;
    }

    Baton connect() {
        return connect(Clock.system());
    }

    Baton connect(Clock clock) {
        return over(store.open(clock), clock);
    }

    Baton over(Backend backend, Clock clock) {
        return keep(BatonRuntime.over(Environment.real(clock), environment -> backend));
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

    Contestant contestant(String instanceId) {
        return keep(store.contestant(ELECTION, instanceId, VALIDITY));
    }

    /** Short durations, so that what has to be waited for comes soon. */
    static CandidateSettingsBuilder settings(String instanceId) {
        return CandidateSettings.builder()
                .instanceId(instanceId)
                .validity(VALIDITY)
                .drain(Duration.ofSeconds(5))
                .yieldFor(Duration.ofSeconds(1));
    }

    static void await(String what, BooleanSupplier condition) {
        Awaitility.await(what)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(5))
                .pollDelay(Duration.ZERO)
                .until(condition::getAsBoolean);
    }

    static long awaitEpoch(Candidate candidate) {
        await(candidate.instanceId() + " leads", candidate::isLeader);
        return candidate.leadership().map(leadership -> leadership.epoch()).orElse(0L);
    }

    static long awaitEpoch(Contestant contestant) {
        await(contestant.instanceId() + " leads", () -> contestant.standing().leader());
        return contestant.standing().epoch();
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
