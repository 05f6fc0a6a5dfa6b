package dev.baton.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.Leadership;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.ContenderSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Records that are edited or deleted by hand under a live leader: there is no second leader, and no epoch is lost. */
class EditedRecordsTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private final SqliteLeaseStore store = new SqliteLeaseStore();
    private final List<String> violations = new CopyOnWriteArrayList<>();
    private Optional<Baton> one = Optional.empty();
    private Optional<Baton> other = Optional.empty();
    private Candidate leader;
    private Candidate standby;

    @BeforeEach
    void lead() {
        one = Optional.of(Baton.builder().url(store.url()).isolated().connect());
        other = Optional.of(Baton.builder().url(store.url()).isolated().connect());
        leader = one.get().candidate("nightly");
        standby = other.get().candidate("nightly");
        leader.start();
        Awaitility.await().atMost(SOON).until(leader::isLeader);
        standby.onAcquired(leadership -> {
            if (leader.isLeader()) {
                violations.add("both lead, epoch " + leadership.epoch());
            }
        });
        AtomicBoolean refused = new AtomicBoolean();
        standby.onAcquireFailed(failed -> refused.set(failed.holder().isPresent()));
        standby.start();
        // Only who has looked knows of the epoch.
        Awaitility.await().atMost(SOON).until(refused::get);
    }

    @AfterEach
    void close() {
        other.ifPresent(Baton::close);
        one.ifPresent(Baton::close);
        store.close();
    }

    private long epoch() {
        return leader.leadership().map(Leadership::epoch).orElseThrow();
    }

    private String holderInTheRecord() {
        try (LeaseBackend backend =
                LeaseBackend.open("sqlite:" + store.file(), LeaseOptions.defaults(), BatonClock.system())) {
            return backend.records()
                    .of("nightly")
                    .lease()
                    .map(LeaseRecord::holder)
                    .orElse("nobody");
        }
    }

    private void thenTheLeaderGoesOnAndTheNextHasAHigherEpoch(long epoch) {
        Awaitility.await().atMost(SOON).until(() -> holderInTheRecord().equals(leader.instanceId()));
        assertThat(leader.isLeader()).isTrue();
        assertThat(epoch()).isEqualTo(epoch);
        leader.close();
        Awaitility.await().atMost(SOON).until(standby::isLeader);
        assertThat(standby.leadership().orElseThrow().epoch()).isGreaterThan(epoch);
        assertThat(violations).isEmpty();
    }

    @Test // LEASE-2, FENCE-1
    void leaderRestoresDeletedLease() {
        long epoch = epoch();
        store.deleteLock("nightly");
        thenTheLeaderGoesOnAndTheNextHasAHigherEpoch(epoch);
    }

    @Test // LEASE-2, FENCE-1
    void leaderRestoresMalformedLeaseWithAnotherVersion() {
        long epoch = epoch();
        store.execute("UPDATE objects SET payload = 'garbage', resource_version = resource_version + 1000"
                + " WHERE object_type = 'reconciler_lease'");
        thenTheLeaderGoesOnAndTheNextHasAHigherEpoch(epoch);
    }

    @Test // LEASE-2, FENCE-1
    void leaderRestoresMalformedLease() {
        long epoch = epoch();
        store.corruptLock("nightly");
        thenTheLeaderGoesOnAndTheNextHasAHigherEpoch(epoch);
    }

    @Test // LEASE-2, FENCE-1
    void deletedOrMalformedEpochRecordNeverLowersTheEpoch() {
        long epoch = epoch();
        store.execute("DELETE FROM objects WHERE object_type = 'baton_epoch'");
        leader.close();
        Awaitility.await().atMost(SOON).until(standby::isLeader);
        long second = standby.leadership().orElseThrow().epoch();
        assertThat(second).isGreaterThan(epoch);
        store.execute("UPDATE objects SET payload = '{\"epoch\":-1}' WHERE object_type = 'baton_epoch'");
        standby.close();
        Candidate third = one.orElseThrow().candidate("nightly");
        third.start();
        Awaitility.await().atMost(SOON).until(third::isLeader);
        assertThat(third.leadership().orElseThrow().epoch()).isGreaterThan(second);
        assertThat(violations).isEmpty();
    }

    @Test // LEASE-2
    void newCandidateDoesNotTakeALeaseWhoseRecordsWereDeletedUnderALiveLeader() {
        store.execute("DELETE FROM objects WHERE object_type IN ('reconciler_lease', 'baton_epoch')");
        try (LeaseBackend late = LeaseBackend.open(
                "sqlite:" + store.file(), LeaseOptions.of(Duration.ofSeconds(3)), BatonClock.system())) {
            AcquireOutcome outcome = late.contend(new ContenderSettings("nightly", "late", 0, "", new SilentSignals()))
                    .acquire(0)
                    .toCompletableFuture()
                    .join();
            assertThat(outcome).isInstanceOf(AcquireOutcome.HeldBy.class);
        }
    }

    @Test // FENCE-1
    void liveCandidatesRestoreTheEpochOfAnEmptiedStore() {
        long epoch = epoch();
        store.execute("DELETE FROM objects");
        Awaitility.await().atMost(SOON).until(() -> (leader.isLeader() && epoch() > epoch) || standby.isLeader());
        Candidate now = standby.isLeader() ? standby : leader;
        assertThat(now.leadership().orElseThrow().epoch()).isGreaterThan(epoch);
    }
}
