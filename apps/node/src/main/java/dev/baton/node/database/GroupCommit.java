package dev.baton.node.database;

import dev.baton.Leadership;
import dev.baton.node.database.JobDatabase.Statements;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The writes of one term, committed together: those that come while a transaction runs share the next one, and its
 * guard, and its wait for the disk. The guard lets only one of them run at a time in any case.
 *
 * <p>Whoever comes when nothing runs does the work of all that wait, on its own thread. Thread-safe.
 */
final class GroupCommit {
    /** Few enough that nobody waits long for the others. */
    private static final int MOST = 64;

    private final JobDatabase ledger;
    private final Leadership leadership;
    private final Queue<Pending<?>> waiting = new ArrayDeque<>();
    private boolean busy;

    GroupCommit(JobDatabase ledger, Leadership leadership) {
        this.ledger = ledger;
        this.leadership = leadership;
    }

    /**
     * Runs the statements in a guarded transaction, alone or with others, and returns when it is committed. They
     * may be run more than once, but are committed at most once.
     */
    <T> T write(Statements<T> work) throws SQLException {
        Pending<T> mine = new Pending<>(work);
        synchronized (this) {
            waiting.add(mine);
        }
        while (true) {
            List<Pending<?>> group = next(mine);
            if (group.isEmpty()) {
                return mine.answer();
            }
            try {
                commit(group);
            } finally {
                over();
            }
        }
    }

    /** Those to be committed by the caller; none when somebody else has committed this one. */
    private synchronized List<Pending<?>> next(Pending<?> mine) {
        boolean interrupted = false;
        while (busy && !mine.isDone()) {
            try {
                wait();
            } catch (InterruptedException asked) {
                // A write that was begun has an outcome, and it has to be told.
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        List<Pending<?>> group = new ArrayList<>();
        if (!mine.isDone()) {
            busy = true;
            while (group.size() < MOST && !waiting.isEmpty()) {
                group.add(waiting.remove());
            }
        }
        return group;
    }

    private synchronized void over() {
        busy = false;
        notifyAll();
    }

    private void commit(List<Pending<?>> group) {
        if (group.size() > 1 && isCommitted(group)) {
            return;
        }
        group.forEach(pending -> isCommitted(List.of(pending)));
    }

    /** False when one of several failed, and nothing was written: which of them it was shows when each is alone. */
    private boolean isCommitted(List<Pending<?>> group) {
        boolean[] complete = {group.size() == 1};
        boolean[] begun = {false};
        try {
            ledger.guarded(leadership, sql -> {
                begun[0] = true;
                for (Pending<?> pending : group) {
                    pending.run(sql);
                }
                complete[0] = true;
                return true;
            });
            group.forEach(Pending::succeed);
            return true;
        } catch (Throwable failed) {
            if (begun[0] && !complete[0]) {
                return false;
            }
            group.forEach(pending -> pending.fail(failed));
            return true;
        }
    }

    /** One write and what came of it. Changed only by whoever commits it. */
    private static final class Pending<T> {
        private final Statements<T> work;
        private @Nullable T result;
        private @Nullable Throwable failure;
        private boolean done;

        Pending(Statements<T> work) {
            this.work = work;
        }

        boolean isDone() {
            return done;
        }

        void run(SqlStatements sql) throws SQLException {
            result = work.run(sql);
        }

        void succeed() {
            done = true;
        }

        void fail(Throwable why) {
            failure = why;
            done = true;
        }

        T answer() throws SQLException {
            if (failure instanceof SQLException sql) {
                throw sql;
            }
            if (failure instanceof RuntimeException refused) {
                throw refused;
            }
            if (failure instanceof Error broken) {
                throw broken;
            }
            T made = result;
            if (made == null) {
                throw new IllegalStateException("a write gave nothing", failure);
            }
            return made;
        }
    }
}
