package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateState;
import dev.baton.EndReason;
import dev.baton.Leadership;
import dev.baton.StopCause;
import dev.baton.spi.BackendFactory;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BatonBuilderTest {
    private final MemoryStore store = new MemoryStore();

    @Test // API-1
    void refusesNeitherOrBothOfUrlAndBackend() {
        assertThatThrownBy(() -> Baton.builder().connect())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("set exactly one of url and backend; neither is set");
        assertThatThrownBy(() ->
                        Baton.builder().url("memory:x").backend(store::open).connect())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("set exactly one of url and backend; both are set");
    }

    @Test // API-1
    void connectsByUrlAndByBackend() {
        try (Baton byUrl = Baton.builder().url("memory:builder").connect();
                Baton byBackend = Baton.builder().backend(store::open).connect()) {
            assertThat(byUrl.backend().describe()).isEqualTo("memory:");
            assertThat(byBackend.backend()).isInstanceOf(MemoryBackend.class);
        }
    }

    @Test // API-1
    @SuppressWarnings("NullAway") // callers without null checks can return null
    void refusesFactoryThatReturnsNull() {
        assertThatThrownBy(() -> Baton.builder().backend(clock -> null).connect())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the BackendFactory returned null; it must return a backend");
    }

    @Test // API-4
    void ownExecutorsRunWorkHealthChecksAndCallbacks() {
        List<String> threads = new CopyOnWriteArrayList<>();
        Executor work = NamedThreads.unbounded("own-work");
        Executor callbacks = NamedThreads.unbounded("own-callback");
        try (Baton baton = Baton.builder()
                .backend(store::open)
                .workExecutor(work)
                .callbackExecutor(callbacks)
                .connect()) {
            Candidate candidate = baton.election("nightly")
                    .candidate(CandidateSettings.builder()
                            .healthCheck(() -> threads.add(threadKind("check")))
                            .build());
            candidate.whileLeading(leadership -> threads.add(threadKind("work")));
            candidate.onAcquired(leadership -> threads.add(threadKind("listener")));
            candidate.start();
            ElectionFixture.await(
                    "all ran on the given executors",
                    () -> threads.containsAll(
                            List.of("check on own-work", "work on own-work", "listener on own-callback")));
            assertThat(threads).allMatch(thread -> thread.contains(" on own-"));
        }
    }

    @Test // API-2
    void ownClockDecidesOnExpiry() throws InterruptedException {
        ManualClock clock = new ManualClock();
        try (Baton baton = Baton.builder().backend(store::open).clock(clock).connect()) {
            Candidate candidate = baton.candidate("nightly");
            List<EndReason> losses = new CopyOnWriteArrayList<>();
            candidate.onLost(lost -> losses.add(lost.reason()));
            candidate.start();
            Leadership leadership =
                    candidate.awaitLeadership(Duration.ofSeconds(30)).orElseThrow();
            assertThat(leadership.remaining()).isEqualTo(Duration.ofMillis(9_500));
            clock.stepWallClock(Duration.ofHours(1));
            assertThat(leadership.isValid()).isFalse();
        }
    }

    @Test // API-10
    void candidatesWithoutSettingsUseTheDefaultsOfTheConnection() {
        CandidateSettings defaults = CandidateSettings.builder()
                .instanceId("from-defaults")
                .autoReacquire(false)
                .build();
        try (Baton baton =
                Baton.builder().backend(store::open).defaults(defaults).connect()) {
            List<StopCause> causes = new CopyOnWriteArrayList<>();
            Candidate candidate = baton.election("nightly").candidate();
            candidate.onStopped(stopped -> causes.add(stopped.cause()));
            assertThat(candidate.instanceId()).isEqualTo("from-defaults");
            assertThat(baton.candidate("other").instanceId()).isEqualTo("from-defaults");
            candidate.start();
            ElectionFixture.await("leads", candidate::isLeader);
            candidate.stepDown(Duration.ofSeconds(10));
            ElectionFixture.await("stopped", () -> causes.contains(StopCause.NOT_REACQUIRING));
            assertThat(candidate.state()).isEqualTo(CandidateState.STOPPED);
        }
    }

    @Test // API-10
    void refusesDefaultsThatCannotBeSafeOnTheStore() {
        CandidateSettings unsafe =
                CandidateSettings.builder().validity(Duration.ofHours(1)).build();
        AtomicBoolean closed = new AtomicBoolean();
        BackendFactory factory = clock -> new ForwardingBackend(store.open(clock)) {
            @Override
            public void close() {
                super.close();
                closed.set(true);
            }
        };
        assertThatThrownBy(
                        () -> Baton.builder().backend(factory).defaults(unsafe).connect())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unsafe timing");
        assertThat(closed).as("the backend is closed").isTrue();
    }

    @Test // API-4
    void runsWorkOnVirtualThreadsOrRefusesThemBeforeJava21() {
        if (Runtime.version().feature() < 21) {
            assertThatThrownBy(() -> Baton.builder().virtualThreads())
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("virtual threads need Java 21 or newer");
            return;
        }
        List<Thread> threads = new CopyOnWriteArrayList<>();
        try (Baton baton = Baton.builder().backend(store::open).virtualThreads().connect()) {
            Candidate candidate = baton.candidate("nightly");
            candidate.whileLeading(leadership -> threads.add(Thread.currentThread()));
            candidate.start();
            ElectionFixture.await("the work ran", () -> !threads.isEmpty());
            assertThat(threads.get(0).toString()).contains("VirtualThread");
        }
    }

    private static String threadKind(String what) {
        return what + " on " + Thread.currentThread().getName().replaceAll("-\\d+$", "");
    }
}
