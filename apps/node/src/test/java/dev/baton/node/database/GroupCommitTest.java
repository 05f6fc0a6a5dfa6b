package dev.baton.node.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Leadership;
import dev.baton.fence.GuardedWork;
import dev.baton.fence.StaleEpochException;
import dev.baton.node.control.LentLeadership;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
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

/** Writes that come at the same time: one commit for many, and no harm from one to the others. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class GroupCommitTest {
    private static final int MANY = 8;

    @TempDir
    Path directory;

    private final Gate gate = new Gate();
    private JobDatabase ledger;
    private LentLeadership mandate;
    private GroupCommit commits;

    @BeforeEach
    void aLeader() {
        ledger = JobDatabase.open("sqlite:" + directory.resolve("node.db"), gate);
        mandate = LedgerContract.term(ledger, "a", 1);
        commits = new GroupCommit(ledger, mandate);
        gate.transactions.set(0);
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    @Test // NODE-7
    void writesThatComeWhileOneRunsShareTheNextTransaction() {
        CompletableFuture<String> first = held();
        List<CompletableFuture<String>> others = all();
        gate.open();
        assertThat(first.join()).isEqualTo("first");
        assertThat(others.stream().map(CompletableFuture::join)).hasSize(MANY).contains("w0", "w7");
        assertThat(gate.transactions).hasValue(2);
        assertThat(agents()).hasSize(MANY + 1);
    }

    @Test // NODE-7
    void oneThatFailsTakesNothingFromTheOthers() {
        CompletableFuture<String> first = held();
        CompletableFuture<String> broken = started(sql -> {
            AgentTable.seen(sql, "broken", mandate.epoch());
            throw new SQLException("no such thing");
        });
        List<CompletableFuture<String>> others = all();
        gate.open();
        first.join();
        others.forEach(CompletableFuture::join);
        assertThat(broken.handle((made, failed) -> cause(failed)).join()).hasMessage("no such thing");
        assertThat(agents()).hasSize(MANY + 1).doesNotContain("broken");
    }

    @Test // NODE-7
    void aFormerLeaderIsRefusedForAllOfThem() {
        CompletableFuture<String> first = held();
        List<CompletableFuture<String>> others = all();
        LedgerContract.term(ledger, "b", 9);
        gate.open();
        others.forEach(other -> assertThat(
                        other.handle((made, failed) -> cause(failed)).join())
                .isInstanceOf(StaleEpochException.class));
        assertThat(first.handle((made, failed) -> cause(failed)).join()).isInstanceOf(StaleEpochException.class);
        assertThat(agents()).isEmpty();
    }

    @Test // NODE-7
    void aCommitWithoutAnAnswerIsNotMadeAgain() {
        CompletableFuture<String> first = held();
        AtomicInteger runs = new AtomicInteger();
        List<CompletableFuture<String>> others = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            others.add(started(sql -> "run " + runs.incrementAndGet()));
        }
        gate.losesTheSecondAnswer = true;
        gate.open();
        first.join();
        others.forEach(other ->
                assertThat(other.handle((made, failed) -> cause(failed)).join()).hasMessage("the answer was lost"));
        assertThat(runs).hasValue(MANY);
    }

    private List<String> agents() {
        return ledger.agents().stream().map(AgentRecord::name).toList();
    }

    private static Throwable cause(Throwable failed) {
        return failed instanceof CompletionException && failed.getCause() != null ? failed.getCause() : failed;
    }

    /** A first write, which stands before the gate. */
    private CompletableFuture<String> held() {
        gate.shut();
        CompletableFuture<String> first = started(seen("first"));
        await().until(() -> gate.transactions.get() == 1);
        return first;
    }

    /** Many writes that wait for the first. */
    private List<CompletableFuture<String>> all() {
        List<CompletableFuture<String>> all = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            all.add(started(seen("w" + i)));
        }
        return all;
    }

    private JobDatabase.Statements<String> seen(String agent) {
        return sql -> {
            AgentTable.seen(sql, agent, mandate.epoch());
            return agent;
        };
    }

    /** A write on a thread of its own, which waits by now. */
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

    /** The guard of every ledger, behind a gate. */
    private static final class Gate implements WriteGuard {
        private final WriteGuard guard = WriteGuard.byHighestSeen();
        private final AtomicInteger transactions = new AtomicInteger();
        private volatile CountDownLatch opened = new CountDownLatch(0);
        private volatile boolean losesTheSecondAnswer;

        void shut() {
            opened = new CountDownLatch(1);
        }

        void open() {
            opened.countDown();
        }

        @Override
        public <T> T write(DataSource database, Leadership leadership, GuardedWork<T> work) throws SQLException {
            int number = transactions.incrementAndGet();
            if (leadership.instanceId().equals("a")) {
                pass();
            }
            T made = guard.write(database, leadership, work);
            if (number == 2 && losesTheSecondAnswer) {
                throw new SQLException("the answer was lost");
            }
            return made;
        }

        private void pass() throws SQLException {
            try {
                opened.await();
            } catch (InterruptedException over) {
                throw new SQLException(over);
            }
        }
    }
}
