package dev.baton.postgres;

import dev.baton.ClockReading;
import dev.baton.support.batch.RequestBatch;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The first proofs of raised epochs, on the lock session: however many, in one round trip. */
final class ClaimProofs {
    private final PostgresStore store;
    private final RequestBatch<String, Proof> batch;

    ClaimProofs(PostgresStore store, LockThread lock) {
        this.store = store;
        this.batch = new RequestBatch<>(waiting -> lock.askNext(session -> ask(session, waiting.taken()))
                .thenAccept(answer -> answer.ifPresentOrElse(done -> {}, () -> fail(waiting.taken()))));
    }

    /**
     * What a session that lives has read.
     *
     * @param process the liveness key of the session
     * @param countsFrom before it was asked
     */
    record Proof(long process, ClockReading countsFrom, Map<String, EpochRow> rows) {}

    /** Answered on the lock lane, while nothing else can happen to its session. */
    CompletableFuture<Proof> of(String election) {
        return batch.add(election);
    }

    private boolean ask(LockSession session, List<RequestBatch.Pending<String, Proof>> all) throws SQLException {
        try {
            ClockReading countsFrom = store.clock().now();
            Map<String, EpochRow> rows = session.prove(
                    all.stream().map(RequestBatch.Pending::request).toList());
            Proof proof = new Proof(session.process(), countsFrom, rows);
            all.forEach(asked -> asked.response().complete(proof));
            return true;
        } catch (SQLException | RuntimeException failed) {
            all.forEach(asked -> asked.response().completeExceptionally(failed));
            throw failed;
        }
    }

    private static void fail(List<RequestBatch.Pending<String, Proof>> all) {
        all.forEach(asked ->
                asked.response().completeExceptionally(new SQLException("the lock session ended meanwhile", "08006")));
    }
}
