package dev.baton.internal.machine;

import static dev.baton.EndReason.RESIGNED;
import static dev.baton.EndReason.SHUT_DOWN;
import static dev.baton.EndReason.TRANSFERRED;
import static dev.baton.EndReason.UNHEALTHY;
import static dev.baton.EndReason.UNREACHABLE;

import dev.baton.CandidateState;
import dev.baton.spi.CandidateTiming;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Candidates that stand for all others of their state: one for every field that a reaction looks at. */
final class Samples {
    static final long NOW = Duration.ofSeconds(100).toNanos();
    static final long ATTEMPT = 3;
    static final long EPOCH = 7;
    static final CandidateTiming TIMING = new CandidateTiming(
            Duration.ofSeconds(10),
            Duration.ofMillis(500),
            Duration.ofSeconds(4),
            Duration.ofMillis(500),
            Duration.ofSeconds(2),
            Duration.ofSeconds(10),
            Duration.ofSeconds(2),
            Duration.ofMillis(250));
    static final MachineSettings USUAL = new MachineSettings(TIMING, Optional.empty(), true);
    static final MachineSettings GRACE = new MachineSettings(TIMING, Optional.of(Duration.ofSeconds(20)), true);
    static final MachineSettings ONCE = new MachineSettings(TIMING, Optional.empty(), false);
    static final MachineSettings ONCE_WITH_GRACE =
            new MachineSettings(TIMING, Optional.of(Duration.ofSeconds(20)), false);

    private Samples() {}

    /** A candidate in a state, and what sets it apart there; empty for the usual one. */
    record Sample(String name, MachineSettings settings, Candidacy candidacy) {
        Sample under(String condition, MachineSettings other) {
            return new Sample(name.isEmpty() ? condition : name + ", " + condition, other, candidacy);
        }
    }

    /** Every candidate of the state, each under every kind of settings. */
    static List<Sample> all(CandidateState state) {
        List<Sample> all = new ArrayList<>();
        for (Sample sample : of(state)) {
            all.add(sample);
            all.add(sample.under("grace", GRACE));
            all.add(sample.under("no auto_reacquire", ONCE));
            all.add(sample.under("grace, no auto_reacquire", ONCE_WITH_GRACE));
        }
        return all;
    }

    /** Every candidate of the state under the usual settings; the first is the usual one. */
    static List<Sample> of(CandidateState state) {
        return switch (state) {
            case STOPPED ->
                List.of(
                        sample("", draft(state)),
                        sample("old work still runs", with(draft(state), d -> d.working = true)));
            case FOLLOWER ->
                List.of(
                        sample("", draft(state)),
                        sample("unhealthy", with(draft(state), d -> d.healthy = false)),
                        sample("old work still runs", with(draft(state), d -> d.working = true)),
                        sample("yielding", with(draft(state), d -> d.notBefore = NOW + 1_000_000_000L)),
                        sample(
                                "holder soon free",
                                with(draft(state), d -> d.freeAfter = Optional.of(Duration.ofSeconds(1)))));
            case ACQUIRING ->
                List.of(
                        sample("", draft(state)),
                        sample("signalled meanwhile", with(draft(state), d -> d.tryAgain = true)),
                        sample("unhealthy", with(draft(state), d -> d.healthy = false)),
                        sample("unhealthy and signalled", with(draft(state), d -> {
                            d.healthy = false;
                            d.tryAgain = true;
                        })));
            case LEADER ->
                List.of(
                        sample("", reign(state)),
                        sample("renewals fail", with(reign(state), d -> d.renewFailing = true)));
            case RECONNECTING ->
                List.of(
                        sample("", ending(state, new PendingEnd(UNREACHABLE, Optional.empty(), false, false), false)),
                        sample(
                                "work still runs",
                                ending(state, new PendingEnd(UNREACHABLE, Optional.empty(), false, false), true)));
            case RELEASING ->
                List.of(
                        sample("", ending(state, new PendingEnd(RESIGNED, Optional.empty(), false, false), true)),
                        sample(
                                "asked to stop",
                                ending(state, new PendingEnd(SHUT_DOWN, Optional.empty(), true, false), true)),
                        sample(
                                "unhealthy",
                                ending(state, new PendingEnd(UNHEALTHY, Optional.empty(), false, false), true)),
                        sample(
                                "transfer to b",
                                ending(state, new PendingEnd(TRANSFERRED, Optional.of("b"), false, false), true)),
                        sample(
                                "release under way",
                                ending(state, new PendingEnd(RESIGNED, Optional.empty(), false, true), false)),
                        sample(
                                "release under way past the drain",
                                ending(state, new PendingEnd(RESIGNED, Optional.empty(), false, true), true)));
        };
    }

    private static Sample sample(String name, TransitionBuilder draft) {
        return new Sample(name, USUAL, draft.done().next());
    }

    private static TransitionBuilder draft(CandidateState state) {
        TransitionBuilder draft = Candidacy.initial().draft();
        draft.state = state;
        draft.attempt = ATTEMPT;
        draft.cycleStarted = NOW - Duration.ofSeconds(3).toNanos();
        draft.notBefore = NOW - Duration.ofSeconds(3).toNanos();
        return draft;
    }

    private static TransitionBuilder reign(CandidateState state) {
        return with(draft(state), d -> {
            d.epoch = EPOCH;
            d.countsFrom = NOW - Duration.ofSeconds(1).toNanos();
            d.working = true;
        });
    }

    private static TransitionBuilder ending(CandidateState state, PendingEnd ending, boolean working) {
        return with(reign(state), d -> {
            d.ending = Optional.of(ending);
            d.working = working;
        });
    }

    private static TransitionBuilder with(TransitionBuilder draft, Change change) {
        change.apply(draft);
        return draft;
    }

    private interface Change {
        void apply(TransitionBuilder draft);
    }
}
