package dev.baton.postgres;

import dev.baton.machine.Moment;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The first proofs of raised epochs, on the lock session: however many, in one round trip. */
final class Proofs {
    private final Store store;
    private final Batch<String, Proof> batch;

    Proofs(Store store, LockLane lock) {
        this.store = store;
        this.batch = new Batch<>(waiting -> lock.askNext(session -> ask(session, waiting.taken()))
                .thenAccept(answer -> answer.ifPresentOrElse(done -> {}, () -> fail(waiting.taken()))));
    }

    /**
     * What a session that lives has read.
     *
     * @param process the liveness key of the session
     * @param countsFrom before it was asked
     */
    record Proof(long process, Moment countsFrom, Map<String, EpochRow> rows) {}

    /** Answered on the lock lane, while nothing else can happen to its session. */
    CompletableFuture<Proof> of(String election) {
        return batch.add(election);
    }

    private boolean ask(LockSession session, List<Batch.Asked<String, Proof>> all) throws SQLException {
        try {
            Moment countsFrom = store.clock().now();
            Map<String, EpochRow> rows =
                    session.prove(all.stream().map(Batch.Asked::question).toList());
            Proof proof = new Proof(session.process(), countsFrom, rows);
            all.forEach(asked -> asked.answer().complete(proof));
            return true;
        } catch (SQLException | RuntimeException failed) {
            all.forEach(asked -> asked.answer().completeExceptionally(failed));
            throw failed;
        }
    }

    private static void fail(List<Batch.Asked<String, Proof>> all) {
        all.forEach(asked ->
                asked.answer().completeExceptionally(new SQLException("the lock session ended meanwhile", "08006")));
    }
}
