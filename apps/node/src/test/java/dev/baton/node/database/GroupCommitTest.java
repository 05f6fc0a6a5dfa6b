package dev.baton.node.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Leadership;
import dev.baton.fence.GuardedWork;
import dev.baton.fence.StaleEpochException;
import dev.baton.node.deadline.DeadlineLeadership;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Concurrent writes share a commit, and a failing write does not affect the others. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class GroupCommitTest {
    private static final int MANY = 8;

    @TempDir
    Path directory;

    private final BlockingGuard guard = new BlockingGuard();
    private JobDatabase database;
    private DeadlineLeadership leadership;
    private GroupCommit commits;

    @BeforeEach
    void beginTerm() {
        database = JobDatabase.open("sqlite:" + directory.resolve("node.db"), guard);
        leadership = JobDatabaseContract.beginTerm(database, "a", 1);
        commits = new GroupCommit(database, leadership);
        guard.transactions.set(0);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test // NODE-7
    void writesDuringATransactionShareTheNextOne() {
        CompletableFuture<String> first = blockedWrite();
        List<CompletableFuture<String>> others = waitingWrites();
        guard.unblock();
        assertThat(first.join()).isEqualTo("first");
        assertThat(others.stream().map(CompletableFuture::join)).hasSize(MANY).contains("w0", "w7");
        assertThat(guard.transactions).hasValue(2);
        assertThat(agents()).hasSize(MANY + 1);
    }

    @Test // NODE-7
    void failedWriteDoesNotAffectOthersInItsGroup() {
        CompletableFuture<String> first = blockedWrite();
        CompletableFuture<String> broken = started(sql -> {
            AgentTable.recordSeen(sql, "broken", Optional.empty(), leadership.epoch());
            throw new SQLException("broken write");
        });
        List<CompletableFuture<String>> others = waitingWrites();
        guard.unblock();
        first.join();
        others.forEach(CompletableFuture::join);
        assertThat(broken.handle((result, failed) -> cause(failed)).join()).hasMessage("broken write");
        assertThat(agents()).hasSize(MANY + 1).doesNotContain("broken");
    }

    @Test // NODE-7
    void allWritesOfAFormerLeaderAreRefused() {
        CompletableFuture<String> first = blockedWrite();
        List<CompletableFuture<String>> others = waitingWrites();
        JobDatabaseContract.beginTerm(database, "b", 9);
        guard.unblock();
        others.forEach(other -> assertThat(
                        other.handle((result, failed) -> cause(failed)).join())
                .isInstanceOf(StaleEpochException.class));
        assertThat(first.handle((result, failed) -> cause(failed)).join()).isInstanceOf(StaleEpochException.class);
        assertThat(agents()).isEmpty();
    }

    @Test // NODE-7
    void commitWithLostResponseIsNotRepeated() {
        CompletableFuture<String> first = blockedWrite();
        AtomicInteger runs = new AtomicInteger();
        List<CompletableFuture<String>> others = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            others.add(started(sql -> "run " + runs.incrementAndGet()));
        }
        guard.losesSecondResponse = true;
        guard.unblock();
        first.join();
        others.forEach(other -> assertThat(
                        other.handle((result, failed) -> cause(failed)).join())
                .hasMessage("response lost"));
        assertThat(runs).hasValue(MANY);
    }

    private List<String> agents() {
        return database.agents().stream().map(AgentRecord::name).toList();
    }

    private static Throwable cause(Throwable failed) {
        return failed instanceof CompletionException && failed.getCause() != null ? failed.getCause() : failed;
    }

    /** Starts a first write, which waits inside the guard. */
    private CompletableFuture<String> blockedWrite() {
        guard.block();
        CompletableFuture<String> first = started(seen("first"));
        await().until(() -> guard.transactions.get() == 1);
        return first;
    }

    /** Starts writes that wait for the first. */
    private List<CompletableFuture<String>> waitingWrites() {
        List<CompletableFuture<String>> writes = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            writes.add(started(seen("w" + i)));
        }
        return writes;
    }

    private JobDatabase.Statements<String> seen(String agent) {
        return sql -> {
            AgentTable.recordSeen(sql, agent, Optional.empty(), leadership.epoch());
            return agent;
        };
    }

    /** Starts a write on its own thread and returns when the thread waits. */
    private CompletableFuture<String> started(JobDatabase.Statements<String> work) {
        CompletableFuture<String> outcome = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                outcome.complete(commits.write(work));
            } catch (SQLException | RuntimeException failed) {
                outcome.completeExceptionally(failed);
            }
        });
        thread.start();
        await().until(() -> thread.getState() == Thread.State.WAITING);
        return outcome;
    }

    /** The normal guard, which can be made to block. */
    private static final class BlockingGuard implements WriteGuard {
        private final WriteGuard delegate = WriteGuard.byHighestSeen();
        private final AtomicInteger transactions = new AtomicInteger();
        private volatile CountDownLatch unblocked = new CountDownLatch(0);
        private volatile boolean losesSecondResponse;

        void block() {
            unblocked = new CountDownLatch(1);
        }

        void unblock() {
            unblocked.countDown();
        }

        @Override
        public <T> T write(DataSource database, Leadership leadership, GuardedWork<T> work) throws SQLException {
            int number = transactions.incrementAndGet();
            if (leadership.instanceId().equals("a")) {
                awaitUnblocked();
            }
            T result = delegate.write(database, leadership, work);
            if (number == 2 && losesSecondResponse) {
                throw new SQLException("response lost");
            }
            return result;
        }

        private void awaitUnblocked() throws SQLException {
            try {
                unblocked.await();
            } catch (InterruptedException interrupted) {
                throw new SQLException(interrupted);
            }
        }
    }
}
