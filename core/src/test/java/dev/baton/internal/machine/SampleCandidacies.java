package dev.baton.internal.machine;

import static dev.baton.EndReason.RESIGNED;
import static dev.baton.EndReason.SHUT_DOWN;
import static dev.baton.EndReason.TRANSFERRED;
import static dev.baton.EndReason.UNHEALTHY;
import static dev.baton.EndReason.UNREACHABLE;
import static dev.baton.EndReason.WORK_FAILED;

import dev.baton.CandidateState;
import dev.baton.spi.CandidateTiming;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Sample candidates of every state: one for each field that the handling of an input depends on. */
final class SampleCandidacies {
    static final long NOW = Duration.ofSeconds(100).toNanos();
    /** The number of the request whose answer is awaited. */
    static final long REQUEST = 3;

    static final long EPOCH = 7;
    /** The states in which a tenure has begun and has not been closed. */
    static final Set<CandidateState> TENURE_STATES =
            Set.of(CandidateState.LEADER, CandidateState.RECONNECTING, CandidateState.RELEASING);

    static final CandidateTiming TIMING = new CandidateTiming(
            Duration.ofSeconds(10),
            Duration.ofMillis(500),
            Duration.ofSeconds(4),
            Duration.ofMillis(500),
            Duration.ofSeconds(2),
            Duration.ofSeconds(10),
            Duration.ofSeconds(2),
            Duration.ofMillis(250));
    static final MachineSettings DEFAULT = new MachineSettings(TIMING, Optional.empty(), true);
    static final MachineSettings GRACE = new MachineSettings(TIMING, Optional.of(Duration.ofSeconds(20)), true);
    static final MachineSettings ONCE = new MachineSettings(TIMING, Optional.empty(), false);
    static final MachineSettings ONCE_WITH_GRACE =
            new MachineSettings(TIMING, Optional.of(Duration.ofSeconds(20)), false);

    private SampleCandidacies() {}

    /** A sample, with the name of its difference from the default sample of its state; empty for that one. */
    record Sample(String name, MachineSettings settings, Candidacy candidacy) {
        Sample with(String condition, MachineSettings other) {
            return new Sample(name.isEmpty() ? condition : name + ", " + condition, other, candidacy);
        }
    }

    /** Returns every sample of the state with every kind of settings. */
    static List<Sample> all(CandidateState state) {
        List<Sample> all = new ArrayList<>();
        for (Sample sample : of(state)) {
            all.add(sample);
            all.add(sample.with("grace", GRACE));
            all.add(sample.with("autoReacquire off", ONCE));
            all.add(sample.with("grace, autoReacquire off", ONCE_WITH_GRACE));
        }
        return all;
    }

    /** Returns every sample of the state with the default settings. The first is the default sample. */
    static List<Sample> of(CandidateState state) {
        return switch (state) {
            case STOPPED ->
                List.of(
                        sample("", draft(state)),
                        sample("old work is running", with(draft(state), d -> d.workRunning = true)));
            case FOLLOWER ->
                List.of(
                        sample("", draft(state)),
                        sample("unhealthy", with(draft(state), d -> d.healthy = false)),
                        sample("old work is running", with(draft(state), d -> d.workRunning = true)),
                        sample("letting others go first", with(draft(state), d -> d.notBefore = NOW + 1_000_000_000L)),
                        sample(
                                "claim soon free",
                                with(draft(state), d -> d.freeAfter = Optional.of(Duration.ofSeconds(1)))));
            case ACQUIRING ->
                List.of(
                        sample("", draft(state)),
                        sample("signal pending", with(draft(state), d -> d.signalPending = true)),
                        sample("unhealthy", with(draft(state), d -> d.healthy = false)),
                        sample("unhealthy, signal pending", with(draft(state), d -> {
                            d.healthy = false;
                            d.signalPending = true;
                        })));
            case LEADER ->
                List.of(
                        sample("", tenure(state)),
                        sample("renewals fail", with(tenure(state), d -> d.renewFailing = true)),
                        sample("no renewal in progress", with(tenure(state), d -> d.awaited = d.awaited.without())));
            case RECONNECTING ->
                List.of(
                        sample("", ending(state, new PendingEnd(UNREACHABLE, Optional.empty(), false, false), false)),
                        sample(
                                "no reclaim in progress",
                                with(
                                        ending(
                                                state,
                                                new PendingEnd(UNREACHABLE, Optional.empty(), false, false),
                                                false),
                                        d -> d.awaited = d.awaited.without())),
                        sample(
                                "work is running",
                                with(
                                        ending(
                                                state,
                                                new PendingEnd(UNREACHABLE, Optional.empty(), false, false),
                                                true),
                                        d -> d.awaited = d.awaited.without())));
            case RELEASING ->
                List.of(
                        sample("", ending(state, new PendingEnd(RESIGNED, Optional.empty(), false, false), true)),
                        sample(
                                "stop requested",
                                ending(state, new PendingEnd(SHUT_DOWN, Optional.empty(), true, false), true)),
                        sample(
                                "unhealthy",
                                ending(state, new PendingEnd(UNHEALTHY, Optional.empty(), false, false), true)),
                        sample(
                                "work failed",
                                ending(state, new PendingEnd(WORK_FAILED, Optional.empty(), false, false), true)),
                        sample(
                                "transfer to b",
                                ending(state, new PendingEnd(TRANSFERRED, Optional.of("b"), false, false), true)),
                        sample(
                                "release sent",
                                releaseSent(
                                        ending(state, new PendingEnd(RESIGNED, Optional.empty(), false, true), false))),
                        sample(
                                "release sent after the drain timeout",
                                releaseSent(
                                        ending(state, new PendingEnd(RESIGNED, Optional.empty(), false, true), true))));
        };
    }

    private static Sample sample(String name, TransitionBuilder draft) {
        return new Sample(name, DEFAULT, draft.build().next());
    }

    private static TransitionBuilder draft(CandidateState state) {
        TransitionBuilder draft = new TransitionBuilder(Candidacy.initial(true));
        draft.state = state;
        draft.awaited = awaiting(state);
        draft.cycleStarted = NOW - Duration.ofSeconds(3).toNanos();
        draft.notBefore = NOW - Duration.ofSeconds(3).toNanos();
        return draft;
    }

    private static AwaitedAnswers awaiting(CandidateState state) {
        return switch (state) {
            case STOPPED, FOLLOWER -> new AwaitedAnswers(REQUEST, 0, 0, 0, 0);
            case ACQUIRING -> new AwaitedAnswers(REQUEST, REQUEST, 0, 0, 0);
            case LEADER, RELEASING -> new AwaitedAnswers(REQUEST, 0, REQUEST, 0, 0);
            case RECONNECTING -> new AwaitedAnswers(REQUEST, 0, 0, REQUEST, 0);
        };
    }

    private static TransitionBuilder tenure(CandidateState state) {
        return with(draft(state), d -> {
            d.epoch = EPOCH;
            d.countsFrom = NOW - Duration.ofSeconds(1).toNanos();
            d.workRunning = true;
        });
    }

    private static TransitionBuilder ending(CandidateState state, PendingEnd pendingEnd, boolean workRunning) {
        return with(tenure(state), d -> {
            d.pendingEnd = Optional.of(pendingEnd);
            d.workRunning = workRunning;
        });
    }

    private static TransitionBuilder releaseSent(TransitionBuilder draft) {
        return with(draft, d -> d.awaited = new AwaitedAnswers(REQUEST, 0, 0, 0, REQUEST));
    }

    private static TransitionBuilder with(TransitionBuilder draft, Change change) {
        change.apply(draft);
        return draft;
    }

    private interface Change {
        void apply(TransitionBuilder draft);
    }
}
