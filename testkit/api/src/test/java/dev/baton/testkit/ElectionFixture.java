package dev.baton.testkit;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.internal.runtime.BatonRuntime;
import dev.baton.spi.Backend;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;

/** A store in memory on virtual time, with any number of connections. */
final class ElectionFixture {
    static final String ELECTION = "nightly";

    final VirtualTime time = new VirtualTime();
    final MemoryStore store = new MemoryStore();

    Baton connect() {
        return TestBaton.connect(store, time);
    }

    Baton over(Backend backend) {
        return BatonRuntime.over(time.environment(), clock -> backend);
    }

    /** Returns a candidate with its own connection. */
    Candidate candidate(String instanceId) {
        return candidate(instanceId, settings -> settings);
    }

    Candidate candidate(String instanceId, UnaryOperator<CandidateSettingsBuilder> change) {
        return candidate(connect(), instanceId, change);
    }

    Candidate candidate(Baton baton, String instanceId, UnaryOperator<CandidateSettingsBuilder> change) {
        return baton.election(ELECTION)
                .candidate(change.apply(CandidateSettings.builder().instanceId(instanceId))
                        .build());
    }

    void seconds(long seconds) {
        time.advance(Duration.ofSeconds(seconds));
    }

    void millis(long millis) {
        time.advance(Duration.ofMillis(millis));
    }

    /** Records the events of the candidate from now on. */
    static List<CandidateEvent> eventsOf(Candidate candidate) {
        List<CandidateEvent> events = new CopyOnWriteArrayList<>();
        candidate.listen(event -> {
            events.add(event);
            return CompletableFuture.completedFuture(true);
        });
        return events;
    }

    /** Returns the events that are not changes of state. */
    static List<CandidateEvent> withoutStateChanges(List<CandidateEvent> events) {
        return events.stream()
                .filter(event -> !(event instanceof CandidateEvent.StateChanged))
                .toList();
    }

    /** Waits for something that happens on real threads, such as work and health checks. */
    static void await(String description, BooleanSupplier condition) {
        Awaitility.await(description)
                .atMost(Duration.ofSeconds(30))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .until(condition::getAsBoolean);
    }
}
