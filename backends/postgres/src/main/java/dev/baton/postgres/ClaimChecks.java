package dev.baton.postgres;

import dev.baton.ClockReading;
import dev.baton.support.batch.RequestBatch;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The first check of new claims on the lock session, after their epochs were raised: all in one round trip. */
final class ClaimChecks {
    private final PostgresStore store;
    private final RequestBatch<String, Result> batch;

    ClaimChecks(PostgresStore store, LockThread lock) {
        this.store = store;
        this.batch = new RequestBatch<>(waiting -> lock.submitFirst(session -> run(session, waiting.taken()))
                .thenAccept(done -> {
                    if (done.isEmpty()) {
                        SQLException ended = new SQLException("the lock session has ended", "08006");
                        waiting.taken().forEach(pending -> pending.response().completeExceptionally(ended));
                    }
                }));
    }

    /**
     * The rows as a live session read them.
     *
     * @param livenessKey the liveness key of the session
     * @param countsFrom the time before the check was sent
     */
    record Result(long livenessKey, ClockReading countsFrom, Map<String, EpochRow> rows) {}

    /** Checks a claim. Completes on the lock thread, so that nothing else happens to the session meanwhile. */
    CompletableFuture<Result> add(String election) {
        return batch.add(election);
    }

    private boolean run(LockSession session, List<RequestBatch.Pending<String, Result>> all) throws SQLException {
        try {
            ClockReading countsFrom = store.clock().now();
            Map<String, EpochRow> rows = session.verify(
                    all.stream().map(RequestBatch.Pending::request).toList());
            Result result = new Result(session.livenessKey(), countsFrom, rows);
            all.forEach(pending -> pending.response().complete(result));
            return true;
        } catch (SQLException | RuntimeException failed) {
            all.forEach(pending -> pending.response().completeExceptionally(failed));
            throw failed;
        }
    }
}
