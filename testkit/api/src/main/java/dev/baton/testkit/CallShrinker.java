package dev.baton.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Reduces a sequence of calls that fails. The interleaving varies, so a part counts as harmless after a few runs. */
final class CallShrinker {
    private static final int REPEATS = 3;
    private static final Duration LIMIT = Duration.ofSeconds(40);

    private final Function<List<CandidateCall>, List<String>> trial;
    private final long deadline = System.nanoTime() + LIMIT.toNanos();

    /** @param trial makes the calls and returns the violations */
    CallShrinker(Function<List<CandidateCall>, List<String>> trial) {
        this.trial = trial;
    }

    /** Drops calls, first many at once, while the rest still fails or until the time is over. */
    List<CandidateCall> shrink(List<CandidateCall> failing) {
        List<CandidateCall> calls = failing;
        for (int size = calls.size() / 2; size > 0; size /= 2) {
            int from = 0;
            while (from < calls.size() && System.nanoTime() - deadline < 0) {
                List<CandidateCall> rest = new ArrayList<>(calls.subList(0, from));
                rest.addAll(calls.subList(Math.min(from + size, calls.size()), calls.size()));
                if (fails(rest)) {
                    calls = rest;
                } else {
                    from += size;
                }
            }
        }
        return calls;
    }

    private boolean fails(List<CandidateCall> calls) {
        for (int i = 0; i < REPEATS && System.nanoTime() - deadline < 0; i++) {
            if (!trial.apply(calls).isEmpty()) {
                return true;
            }
        }
        return false;
    }
}
