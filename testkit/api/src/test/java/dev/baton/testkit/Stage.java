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

/** One store and one time that only the test moves, with any number of processes on it. */
final class Stage {
    static final String ELECTION = "nightly";

    final VirtualTime time = new VirtualTime();
    final MemoryStore store = new MemoryStore();

    Baton connect() {
        return TestBaton.connect(store, time);
    }

    Baton over(Backend backend) {
        return BatonRuntime.over(time.environment(), clock -> backend);
    }

    /** A candidate in a process of its own. */
    Candidate candidate(String instanceId) {
        return candidate(instanceId, settings -> settings);
    }

    Candidate candidate(String instanceId, UnaryOperator<CandidateSettingsBuilder> wishes) {
        return candidate(connect(), instanceId, wishes);
    }

    Candidate candidate(Baton baton, String instanceId, UnaryOperator<CandidateSettingsBuilder> wishes) {
        return baton.election(ELECTION)
                .candidate(wishes.apply(CandidateSettings.builder().instanceId(instanceId))
                        .build());
    }

    void seconds(long seconds) {
        time.advance(Duration.ofSeconds(seconds));
    }

    void millis(long millis) {
        time.advance(Duration.ofMillis(millis));
    }

    /** Everything the candidate tells from now on. */
    static List<CandidateEvent> eventsOf(Candidate candidate) {
        List<CandidateEvent> events = new CopyOnWriteArrayList<>();
        candidate.listen(event -> {
            events.add(event);
            return CompletableFuture.completedFuture(true);
        });
        return events;
    }

    /** The same without changes of state. */
    static List<CandidateEvent> newsOf(List<CandidateEvent> events) {
        return events.stream()
                .filter(event -> !(event instanceof CandidateEvent.StateChanged))
                .toList();
    }

    /** For what runs on threads of its own: work and health checks. */
    static void await(String what, BooleanSupplier condition) {
        Awaitility.await(what)
                .atMost(Duration.ofSeconds(30))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .until(condition::getAsBoolean);
    }
}
