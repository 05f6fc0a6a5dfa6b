package dev.baton.internal.machine;

import dev.baton.CandidateState;

/**
 * The identity of every request that awaits an answer. Each request has its own number. A number is 0 if no answer of
 * that kind is awaited, so an answer to an earlier request, attempt or session is recognised by its number alone.
 *
 * @param last the highest number so far; a restart does not reset it
 * @param acquire the number of the attempt to acquire
 * @param renew the number of the renewal
 * @param reclaim the number of the reclaim
 * @param release the number of the release
 */
public record AwaitedAnswers(long last, long acquire, long renew, long reclaim, long release) {
    static final AwaitedAnswers NONE = new AwaitedAnswers(0, 0, 0, 0, 0);

    AwaitedAnswers withAcquire() {
        return new AwaitedAnswers(last + 1, last + 1, 0, 0, 0);
    }

    /** A renewal whose outcome is unknown is repeated under its number: it is idempotent, any answer to it counts. */
    AwaitedAnswers withRenew() {
        return renew > 0 ? this : new AwaitedAnswers(last + 1, 0, last + 1, 0, 0);
    }

    AwaitedAnswers withReclaim() {
        return new AwaitedAnswers(last + 1, 0, 0, last + 1, 0);
    }

    AwaitedAnswers withRelease() {
        return new AwaitedAnswers(last + 1, 0, 0, 0, last + 1);
    }

    /** Awaits nothing after the answer has arrived. */
    AwaitedAnswers without() {
        return new AwaitedAnswers(last, 0, 0, 0, 0);
    }

    /** Keeps what a candidate still awaits after a change of state: a renewal while its tenure ends by choice. */
    AwaitedAnswers after(CandidateState from, CandidateState to) {
        return from == CandidateState.LEADER && to == CandidateState.RELEASING ? this : without();
    }
}
