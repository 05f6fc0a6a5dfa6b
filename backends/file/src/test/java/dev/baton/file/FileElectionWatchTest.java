package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.LeaderInfo;
import dev.baton.Registration;
import dev.baton.spi.Claim;
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.StatusJson;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Observers receive every tenure in order. */
class FileElectionWatchTest {
    private FileStoreFixture store;
    private final Recorder seen = new Recorder();

    /** Records the callbacks of an observer. */
    private static final class Recorder implements LeaderWatcher {
        final List<String> leaders = new CopyOnWriteArrayList<>();
        final AtomicInteger confirmations = new AtomicInteger();
        final AtomicInteger failures = new AtomicInteger();

        @Override
        public void leaderChanged(Optional<LeaderInfo> leader) {
            leaders.add(leader.map(record -> record.instanceId() + "@" + record.epoch())
                    .orElse("none"));
        }

        @Override
        public void confirmed() {
            confirmations.incrementAndGet();
        }

        @Override
        public void failed(Throwable cause) {
            failures.incrementAndGet();
        }
    }

    @BeforeEach
    void open() throws IOException {
        store = new FileStoreFixture();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private TestContender contender(String id) {
        return store.realTimeContender(id);
    }

    private Registration watch() {
        return store.realTimeProcess().watch(FileStoreFixture.ELECTION, seen);
    }

    private void awaitSeen(String... expected) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(5))
                .atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(seen.leaders).containsExactly(expected));
    }

    @Test // API-7
    void reportsCurrentLeaderThenEveryChange() {
        TestContender a = contender("a");
        Claim first = a.win();
        Registration subscription = watch();
        awaitSeen("a@1");
        a.release(first);
        awaitSeen("a@1", "none");
        contender("b").win();
        awaitSeen("a@1", "none", "b@2");
        subscription.close();
    }

    @Test // API-7
    void reportsTwoHundredChangesInOrderWithinTwoSeconds() {
        watch();
        awaitSeen("none");
        TestContender contender = contender("a");
        List<String> expected = new ArrayList<>(List.of("none"));
        for (int i = 0; i < 200; i++) {
            Claim claim = contender.win();
            contender.release(claim);
            expected.add("a@" + claim.epoch());
            expected.add("none");
        }
        Awaitility.await().atMost(Duration.ofSeconds(2)).until(() -> seen.leaders.size() >= expected.size());
        assertThat(seen.leaders).isEqualTo(expected);
    }

    @Test // API-7
    void reportsEndOfCrashedLeader() {
        TestContender a = contender("a");
        a.win();
        FileBackend observer = store.realTimeProcess();
        TestContender standby = store.contender(observer, "b");
        standby.expectHeld();
        observer.watch(FileStoreFixture.ELECTION, seen);
        awaitSeen("a@1");
        a.crash();
        awaitSeen("a@1", "none");
    }

    @Test // API-7
    void reportsLeaderWithoutEpoch() throws IOException {
        watch();
        awaitSeen("none");
        store.write("{\"instance_id\":\"py\",\"pid\":" + ProcessHandle.current().pid() + ",\"claimed_at\":\""
                + StatusJson.time(Instant.ofEpochMilli(System.currentTimeMillis())) + "\"}");
        awaitSeen("none", "py@0");
        store.write("");
        awaitSeen("none", "py@0", "none");
    }

    @Test // API-7
    void confirmsUnchangedLeaderAndReportsFailure() throws IOException {
        watch();
        Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> seen.confirmations.get() > 0);
        Files.createDirectories(store.lock());
        Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> seen.failures.get() > 0);
        assertThat(seen.leaders).containsExactly("none");
    }
}
