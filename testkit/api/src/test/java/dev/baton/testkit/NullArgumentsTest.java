package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.ClockReading;
import dev.baton.Election;
import dev.baton.Gate;
import dev.baton.GateResult;
import dev.baton.RetryStrategy;
import dev.baton.RosterPresence;
import dev.baton.Tenure;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Every public method that takes an object refuses null, and the error names the parameter. */
@NullUnmarked
class NullArgumentsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Baton baton = Baton.connect("memory:null-arguments");
    private final Map<String, ThrowingCallable> calls = new LinkedHashMap<>();

    @AfterEach
    void close() {
        baton.close();
    }

    @Test // API-1
    void connectionRefusesNull() {
        calls.put("url", () -> Baton.connect(null));
        calls.put("name", () -> baton.election(null));
        calls.put("election", () -> baton.candidate(null));
        calls.put("watcher", () -> baton.watch(null));
        checkCalls();
        BatonBuilder builder = Baton.builder();
        calls.put("url", () -> builder.url(null));
        calls.put("backend", () -> builder.backend(null));
        calls.put("workExecutor", () -> builder.workExecutor(null));
        calls.put("callbackExecutor", () -> builder.callbackExecutor(null));
        calls.put("clock", () -> builder.clock(null));
        calls.put("defaults", () -> builder.defaults(null));
        checkCalls();
    }

    @Test // API-1
    void electionRefusesNull() {
        Election election = baton.election("nightly");
        calls.put("settings", () -> election.candidate(null));
        calls.put("identity", () -> election.joinRoster(null, roster -> {}));
        calls.put("listener", () -> election.joinRoster(CandidateSettings.defaults(), null));
        calls.put("observer", () -> election.observe(null));
        calls.put("instanceId", () -> election.transferTo(null));
        calls.put("requestId", () -> election.transferTo("a", null));
        checkCalls();
        RosterPresence presence = election.joinRoster(CandidateSettings.defaults(), roster -> {});
        assertNamed("note", () -> presence.update(true, null));
        assertNamed("requestId", () -> election.transferResult(null));
    }

    @Test // API-1
    void candidateRefusesNull() {
        Candidate candidate = baton.candidate("nightly");
        calls.put("work", () -> candidate.whileLeading(null));
        calls.put("name", () -> candidate.gate(null));
        calls.put("instanceId", () -> candidate.transferTo(null));
        calls.put("timeout", () -> candidate.stop(null));
        checkCalls();
        assertNamed("timeout", () -> candidate.stepDown(null));
        assertNamed("timeout", () -> candidate.awaitLeadership(null));
        assertNamed("listener", () -> candidate.listen(null));
        assertNamed("listener", () -> candidate.onAcquired(null));
        assertNamed("listener", () -> candidate.onReleased(null));
        assertNamed("listener", () -> candidate.onLost(null));
        assertNamed("listener", () -> candidate.onAcquireFailed(null));
        assertNamed("listener", () -> candidate.onStateChange(null));
        assertNamed("listener", () -> candidate.onError(null));
        assertNamed("listener", () -> candidate.onStopped(null));
        Gate gate = candidate.gate("mail");
        assertNamed("action", () -> gate.tryRun(null));
        assertNamed("action", () -> gate.tryCall(null));
        assertThat(gate.suppressed()).isZero();
    }

    @Test // API-1
    void settingsRefuseNull() {
        CandidateSettingsBuilder builder = CandidateSettings.builder();
        calls.put("instanceId", () -> builder.instanceId(null));
        calls.put("url", () -> builder.url(null));
        calls.put("healthCheck", () -> builder.healthCheck(null));
        calls.put("healthInterval", () -> builder.healthInterval(null));
        calls.put("retry", () -> builder.retry(null));
        calls.put("reconnectGrace", () -> builder.reconnectGrace(null));
        calls.put("validity", () -> builder.validity(null));
        calls.put("renewInterval", () -> builder.renewInterval(null));
        calls.put("stopGrace", () -> builder.stopGrace(null));
        calls.put("drain", () -> builder.drain(null));
        calls.put("reacquireDelay", () -> builder.reacquireDelay(null));
        calls.put("stopSignal", () -> builder.stopSignal(null));
        checkCalls();
        calls.put("interval", () -> RetryStrategy.fixed(null));
        calls.put("base", () -> RetryStrategy.exponential(null, SECOND, 2));
        calls.put("max", () -> RetryStrategy.exponential(SECOND, null, 2));
        checkCalls();
        assertNamed("base", () -> RetryStrategy.jitter(null, SECOND));
        assertNamed("max", () -> RetryStrategy.jitter(SECOND, null));
    }

    @Test // API-1
    void valuesRefuseNull() {
        Tenure tenure = new Tenure(1, "a", Instant.EPOCH, Optional.empty(), Optional.empty());
        assertNamed("other", () -> tenure.overlaps(null));
        assertNamed("tenures", () -> Tenure.overlappingPairs(null));
        assertNamed("value", () -> new GateResult<>(true, null));
        assertNamed("by", () -> new ClockReading(0, 0).plus(null));
    }

    private void checkCalls() {
        calls.forEach(NullArgumentsTest::assertNamed);
        calls.clear();
    }

    private static void assertNamed(String parameter, ThrowingCallable call) {
        assertThatThrownBy(call)
                .as("call with null for %s", parameter)
                .isInstanceOf(NullPointerException.class)
                .hasMessage(parameter);
    }
}
