package dev.baton.node.database;

import dev.baton.Leadership;
import dev.baton.node.database.JobDatabase.Statements;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Commits concurrent writes of one term together: writes that arrive while a transaction runs share the next transaction,
 * with its guard and its wait for the disk. The guard allows only one transaction at a time in any case.
 *
 * <p>If no commit is running, the calling thread commits its own write and all waiting writes. Thread-safe.
 */
// Not a RequestBatch: that one needs an executor, and does not repeat the requests of a failed batch one by one.
final class GroupCommit {
    /** Bounds the time that a write waits for others. */
    private static final int MAX_GROUP = 64;

    private final JobDatabase database;
    private final Leadership leadership;
    private final Queue<PendingWrite<?>> waiting = new ArrayDeque<>();
    private boolean busy;

    GroupCommit(JobDatabase database, Leadership leadership) {
        this.database = database;
        this.leadership = leadership;
    }

    /**
     * Runs the statements in a guarded transaction, alone or with others, and returns after the commit. They may run more
     * than once, but are committed at most once.
     */
    <T> T write(Statements<T> work) throws SQLException {
        PendingWrite<T> own = new PendingWrite<>(work, new CompletableFuture<>());
        synchronized (this) {
            waiting.add(own);
        }
        while (true) {
            List<PendingWrite<?>> group = nextGroup(own);
            if (group.isEmpty()) {
                return own.result();
            }
            try {
                commit(group);
            } finally {
                finished();
            }
        }
    }

    /** Returns the writes that the caller has to commit; none if another thread has committed its own write. */
    private synchronized List<PendingWrite<?>> nextGroup(PendingWrite<?> own) {
        boolean interrupted = false;
        while (busy && !own.outcome.isDone()) {
            try {
                wait();
            } catch (InterruptedException ignored) {
                // The write may already run, and the caller must learn its outcome.
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        List<PendingWrite<?>> group = new ArrayList<>();
        if (!own.outcome.isDone()) {
            busy = true;
            while (group.size() < MAX_GROUP && !waiting.isEmpty()) {
                group.add(waiting.remove());
            }
        }
        return group;
    }

    private synchronized void finished() {
        busy = false;
        notifyAll();
    }

    private void commit(List<PendingWrite<?>> group) {
        if (group.size() == 1 || !commitTogether(group)) {
            group.forEach(pending -> commitTogether(List.of(pending)));
        }
    }

    /** Returns false if one of several writes failed. Then nothing was written, and each has to be committed alone. */
    private boolean commitTogether(List<PendingWrite<?>> group) {
        List<Runnable> completions = new ArrayList<>();
        boolean[] begun = {false};
        try {
            database.guarded(leadership, sql -> {
                begun[0] = true;
                for (PendingWrite<?> pending : group) {
                    completions.add(pending.run(sql));
                }
                return true;
            });
            completions.forEach(Runnable::run);
            return true;
        } catch (Throwable failed) {
            if (group.size() > 1 && begun[0] && completions.size() < group.size()) {
                return false;
            }
            group.forEach(pending -> pending.outcome.completeExceptionally(failed));
            return true;
        }
    }

    /** One write and its outcome. */
    private record PendingWrite<T>(Statements<T> work, CompletableFuture<T> outcome) {

        /** Runs the statements and returns what to do after the commit. */
        Runnable run(SqlStatements sql) throws SQLException {
            T result = work.run(sql);
            return () -> outcome.complete(result);
        }

        T result() throws SQLException {
            try {
                return outcome.join();
            } catch (CompletionException failed) {
                if (failed.getCause() instanceof SQLException sql) {
                    throw sql;
                }
                if (failed.getCause() instanceof RuntimeException refused) {
                    throw refused;
                }
                if (failed.getCause() instanceof Error error) {
                    throw error;
                }
                throw failed;
            }
        }
    }
}
