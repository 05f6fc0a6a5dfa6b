package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
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

/** Observers: every epoch, in order, soon. */
class WatchTest {
    private Site site;
    private final Recorder seen = new Recorder();

    /** Remembers what an observer was told. */
    private static final class Recorder implements LeaderWatcher {
        final List<String> leaders = new CopyOnWriteArrayList<>();
        final AtomicInteger confirmations = new AtomicInteger();
        final AtomicInteger failures = new AtomicInteger();

        @Override
        public void leaderChanged(Optional<LeaderInfo> leader) {
            leaders.add(leader.map(record -> record.instanceId() + "@" + record.epoch())
                    .orElse("nobody"));
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
        site = new Site();
    }

    @AfterEach
    void close() {
        site.close();
    }

    private Player player(String id) {
        return site.player(site.process(BatonClock.system(), false), id);
    }

    private Registration watch() {
        return site.process(BatonClock.system(), false).watch(Site.ELECTION, seen);
    }

    private void awaitSeen(String... expected) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(5))
                .atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(seen.leaders).containsExactly(expected));
    }

    @Test // API-7
    void anObserverHearsTheCurrentStateThenEveryChange() {
        Player a = player("a");
        Claim first = a.win();
        Registration subscription = watch();
        awaitSeen("a@1");
        a.release(first);
        awaitSeen("a@1", "nobody");
        player("b").win();
        awaitSeen("a@1", "nobody", "b@2");
        subscription.close();
    }

    @Test // API-7
    void twoHundredChangesAreSeenInOrderWithinTwoSeconds() {
        watch();
        awaitSeen("nobody");
        Player player = player("a");
        List<String> expected = new ArrayList<>(List.of("nobody"));
        for (int i = 0; i < 200; i++) {
            Claim claim = player.win();
            player.release(claim);
            expected.add("a@" + claim.epoch());
            expected.add("nobody");
        }
        Awaitility.await().atMost(Duration.ofSeconds(2)).until(() -> seen.leaders.size() >= expected.size());
        assertThat(seen.leaders).isEqualTo(expected);
    }

    @Test // API-7
    void aLeaderThatDiesWithoutAWordIsSeenToBeGone() {
        Player a = player("a");
        a.win();
        FileBackend observer = site.process(BatonClock.system(), false);
        Player alsoStanding = site.player(observer, "b");
        alsoStanding.mustWait();
        observer.watch(Site.ELECTION, seen);
        awaitSeen("a@1");
        a.crash();
        awaitSeen("a@1", "nobody");
    }

    @Test // API-7
    void aLeaderThatKnowsNoEpochsIsSeenToo() throws IOException {
        watch();
        awaitSeen("nobody");
        site.write("{\"instance_id\":\"py\",\"pid\":" + ProcessHandle.current().pid() + ",\"claimed_at\":\""
                + StatusJson.time(Instant.ofEpochMilli(System.currentTimeMillis())) + "\"}");
        awaitSeen("nobody", "py@0");
        site.write("");
        awaitSeen("nobody", "py@0", "nobody");
    }

    @Test // API-7
    void freshnessIsConfirmedAndAFailureIsTold() throws IOException {
        watch();
        Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> seen.confirmations.get() > 0);
        Files.createDirectories(site.lock());
        Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> seen.failures.get() > 0);
        assertThat(seen.leaders).containsExactly("nobody");
    }
}
