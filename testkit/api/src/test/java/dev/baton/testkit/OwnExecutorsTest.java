package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.CandidateWatcher;
import dev.baton.Gate;
import dev.baton.support.thread.NamedThreads;
import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What blocks the thread that calls it: executors, stages, watchers and channels of the application. */
@Timeout(120)
class OwnExecutorsTest {
    private final CountDownLatch mayReturn = new CountDownLatch(1);
    private final Baton baton = Baton.builder()
            .url("memory:own-executors-" + System.nanoTime())
            .workExecutor(Runnable::run)
            .callbackExecutor(Runnable::run)
            .connect();
    private final Candidate candidate =
            baton.election("nightly").candidate(settings().build());

    private static CandidateSettingsBuilder settings() {
        return CandidateSettings.builder().validity(Duration.ofSeconds(1));
    }

    @AfterEach
    void close() {
        mayReturn.countDown();
        baton.close();
    }

    @Test // API-4
    void executorThatRunsTasksInItsCallerDelaysNoRenewal() throws InterruptedException {
        candidate.onAcquired(leadership -> block());
        candidate.whileLeading(leadership -> block());
        candidate.start();
        assertRenewed();
    }

    @Test // API-4
    void stopSignalThatBlocksDelaysNoRenewal() throws InterruptedException {
        candidate.start();
        assertRenewed();
        Candidate other = baton.election("weekly")
                .candidate(settings().stopSignal(new BlockingStage()).build());
        NamedThreads.start("start", other::start);
        ElectionFixture.await("the other one leads too", other::isLeader);
        assertRenewed();
    }

    @Test // API-4
    void watcherThatBlocksDelaysNoRenewal() throws InterruptedException {
        Candidate idle = baton.candidate("monthly");
        CountDownLatch blocked = new CountDownLatch(1);
        baton.watch(new CandidateWatcher() {
            @Override
            public void candidateAdded(Candidate added) {
                if (added.election().equals("weekly")) {
                    blocked.countDown();
                    block();
                }
            }

            @Override
            public void gateCreated(Candidate owner, Gate gate) {}

            @Override
            public void candidateRemoved(Candidate removed) {}
        });
        candidate.start();
        assertRenewed();
        Thread creating = NamedThreads.start("create", () -> baton.candidate("weekly"));
        blocked.await();
        idle.closeAsync();
        assertRenewed();
        mayReturn.countDown();
        creating.join();
    }

    @Test // API-4
    void workWhoseInterruptBlocksDelaysNoRenewal() throws InterruptedException {
        candidate.start();
        assertRenewed();
        CountDownLatch waiting = new CountDownLatch(1);
        Candidate other = baton.election("weekly").candidate(settings().build());
        other.whileLeading(leadership -> new SlowChannel().awaitInside(waiting));
        other.start();
        waiting.await();
        other.closeAsync();
        assertRenewed();
    }

    /** Renewals go on for longer than the validity. */
    private void assertRenewed() throws InterruptedException {
        assertThat(candidate.awaitLeadership(Duration.ofSeconds(30))).isPresent();
        long before = candidate.renewals().count();
        ElectionFixture.await(
                "renewed for longer than the validity",
                () -> candidate.renewals().count() >= before + 4);
        assertThat(candidate.leadership().orElseThrow().epoch()).isEqualTo(1);
    }

    private void block() {
        try {
            mayReturn.await();
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
    }

    /** A channel whose close blocks, as that of a socket with unsent data can. An interrupt closes it. */
    private final class SlowChannel extends AbstractInterruptibleChannel {
        void awaitInside(CountDownLatch waiting) throws Exception {
            begin();
            try {
                waiting.countDown();
                new CountDownLatch(1).await();
            } finally {
                end(false);
            }
        }

        @Override
        protected void implCloseChannel() {
            block();
        }
    }

    private final class BlockingStage extends CompletableFuture<Void> {
        @Override
        public CompletableFuture<Void> whenComplete(BiConsumer<? super Void, ? super Throwable> action) {
            block();
            return super.whenComplete(action);
        }
    }
}
