package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.ConnectionException;
import dev.baton.InstanceStatus;
import dev.baton.LeaderObservation;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Connections of one process with the same URL: one backend, one event loop, and otherwise independent. */
@Timeout(120)
class SharedStoreTest {
    private static final int MANY = 50;

    /** More than the threads that one connection has for its listeners. */
    private static final int BLOCKED_LISTENERS = 40;

    private final String url = "shareable:" + System.nanoTime();
    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private final List<Baton> connections = new ArrayList<>();

    @TempDir
    Path folder;

    private URLClassLoader installed;

    @BeforeEach
    void install() throws Exception {
        installed = ShareableMemory.installedIn(folder);
        Thread.currentThread().setContextClassLoader(installed);
        ShareableMemory.OPENED.clear();
        ShareableMemory.refusing = false;
        ShareableMemory.slowRoster = false;
    }

    @AfterEach
    void close() throws Exception {
        connections.forEach(Baton::close);
        Thread.currentThread().setContextClassLoader(before);
        installed.close();
    }

    private Baton connect() {
        Baton baton = Baton.connect(url);
        connections.add(baton);
        return baton;
    }

    private static Candidate leading(Baton baton, String election, String instanceId) throws InterruptedException {
        Candidate candidate = baton.election(election)
                .candidate(CandidateSettings.builder().instanceId(instanceId).build());
        candidate.start();
        assertThat(candidate.awaitLeadership(Duration.ofSeconds(30))).isPresent();
        return candidate;
    }

    private static long loops() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("baton-loop"))
                .count();
    }

    @Test // API-1
    void fiftyConnectionsShareOneBackendAndOneEventLoop() throws InterruptedException {
        long loopsBefore = loops();
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            candidates.add(leading(connect(), "election-" + i, "candidate"));
        }
        assertThat(ShareableMemory.OPENED).hasSize(1);
        assertThat(loops() - loopsBefore).isLessThanOrEqualTo(1);
        assertThat(candidates).allMatch(Candidate::isLeader);
    }

    @Test // API-1
    void storeStaysOpenUntilItsLastConnectionIsClosed() throws InterruptedException {
        Baton first = connect();
        Baton second = connect();
        Candidate closing = leading(first, "nightly", "first");
        Candidate other = leading(second, "weekly", "second");
        first.close();
        assertThat(closing.isLeader()).isFalse();
        assertThatThrownBy(() -> first.election("nightly").leader())
                .isInstanceOf(ConnectionException.class)
                .hasMessageContaining("closed");
        assertThat(second.election("nightly").leader()).isEmpty();
        assertThat(other.isLeader()).isTrue();
        first.close();
        assertThat(ShareableMemory.OPENED).singleElement().matches(backend -> !backend.closed);
        second.close();
        assertThat(ShareableMemory.OPENED).singleElement().matches(backend -> backend.closed);
        leading(connect(), "nightly", "third");
        assertThat(ShareableMemory.OPENED).hasSize(2);
    }

    @Test // API-1
    void candidatesOfTwoConnectionsCompeteInOneElection() throws InterruptedException {
        Candidate leader = leading(connect(), "nightly", "first");
        long epoch = leader.leadership().orElseThrow().epoch();
        Candidate standby = connect().candidate("nightly");
        standby.start();
        leader.close();
        assertThat(standby.awaitLeadership(Duration.ofSeconds(30)))
                .hasValueSatisfying(next -> assertThat(next.epoch()).isGreaterThan(epoch));
    }

    @Test // API-1
    void refusalToOpenIsNotRemembered() throws InterruptedException {
        ShareableMemory.refusing = true;
        assertThatThrownBy(this::connect).hasMessage("refused");
        ShareableMemory.refusing = false;
        leading(connect(), "nightly", "first");
    }

    @Test // API-1
    void settingsThatAreRefusedLeaveTheStoreToTheOthers() throws InterruptedException {
        CandidateSettings unsafe =
                CandidateSettings.builder().validity(Duration.ofDays(1)).build();
        assertThatThrownBy(() -> Baton.builder().url(url).defaults(unsafe).connect())
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(ShareableMemory.OPENED).singleElement().matches(backend -> backend.closed);
        Candidate leader = leading(connect(), "nightly", "first");
        assertThatThrownBy(() -> Baton.builder().url(url).defaults(unsafe).connect())
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(leader.isLeader()).isTrue();
        assertThat(ShareableMemory.OPENED.get(1).closed).isFalse();
    }

    @Test // API-1
    void isolatedConnectionAndOneWithItsOwnClockOpenTheirOwnBackend() {
        BatonClock clock = new BatonClock() {
            @Override
            public long nanos() {
                return System.nanoTime();
            }

            @Override
            public long wallMillis() {
                return System.currentTimeMillis();
            }
        };
        connect();
        connections.add(Baton.builder().url(url).isolated().connect());
        connections.add(Baton.builder().url(url).clock(clock).connect());
        assertThat(ShareableMemory.OPENED).hasSize(3);
    }

    @Test // API-1
    void closedConnectionIsNotOnTheRosterAndItsObserversReceiveNothing() throws InterruptedException {
        Baton first = connect();
        Baton second = connect();
        leading(first, "nightly", "first");
        leading(second, "weekly", "second");
        LeaderObservation observation = first.election("weekly").observe(leader -> {});
        ElectionFixture.await("observed", () -> observation.leader().isPresent());
        ElectionFixture.await(
                "published", () -> !second.election("nightly").roster().isEmpty());
        ShareableMemory.slowRoster = true;
        first.close();
        assertThat(second.election("nightly").roster()).isEmpty();
        assertThat(second.election("weekly").roster())
                .extracting(InstanceStatus::instanceId)
                .containsExactly("second");
        second.close();
        assertThat(observation.leader()).as("the release after the close").isPresent();
    }

    @Test // API-4
    void blockedListenersOfOneConnectionDelayNoOther() throws InterruptedException {
        CountDownLatch mayReturn = new CountDownLatch(1);
        Baton blocked = connect();
        Candidate slow = blocked.candidate("nightly");
        for (int i = 0; i < BLOCKED_LISTENERS; i++) {
            slow.onAcquired(leadership -> awaitUninterrupted(mayReturn));
        }
        slow.start();
        CompletableFuture<Long> acquired = new CompletableFuture<>();
        Candidate other = connect().candidate("weekly");
        other.onAcquired(leadership -> acquired.complete(leadership.epoch()));
        assertThat(slow.awaitLeadership(Duration.ofSeconds(30))).isPresent();
        other.start();
        assertThat(acquired.orTimeout(30, TimeUnit.SECONDS).join()).isPositive();
        mayReturn.countDown();
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
