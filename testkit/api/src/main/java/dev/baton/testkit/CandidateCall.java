package dev.baton.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * One call on one of several candidates, made by one of several threads.
 *
 * <pre>{@code
 * List<CandidateCall> calls = CandidateCall.random(new Random(seed), 40, 4, 2);
 * }</pre>
 *
 * @param thread the number of the thread; calls of one thread are made one after the other
 * @param candidate the number of the candidate
 * @param kind the method that is called
 */
public record CandidateCall(int thread, int candidate, Kind kind) {

    /** A method of a candidate. */
    public enum Kind {
        /** Starts the candidate. A closed candidate is replaced with a new one that has the same instance id. */
        START,
        STOP,
        STEP_DOWN,
        /** Transfers to another candidate. */
        TRANSFER,
        CLOSE,
        /** Waits a short time for leadership. */
        AWAIT
    }

    /** Starts are frequent, because all other calls do little on a candidate that is stopped. */
    private static final List<Kind> FREQUENCIES = List.of(
            Kind.START,
            Kind.START,
            Kind.START,
            Kind.START,
            Kind.STOP,
            Kind.STOP,
            Kind.STOP,
            Kind.STEP_DOWN,
            Kind.STEP_DOWN,
            Kind.TRANSFER,
            Kind.CLOSE,
            Kind.AWAIT,
            Kind.AWAIT);

    /** Returns random calls by the given number of threads on the given number of candidates. */
    public static List<CandidateCall> random(Random random, int count, int threads, int candidates) {
        List<CandidateCall> calls = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            calls.add(new CandidateCall(
                    random.nextInt(threads),
                    random.nextInt(candidates),
                    FREQUENCIES.get(random.nextInt(FREQUENCIES.size()))));
        }
        return calls;
    }

    @Override
    public String toString() {
        return thread + ":" + kind + "(" + candidate + ")";
    }
}
