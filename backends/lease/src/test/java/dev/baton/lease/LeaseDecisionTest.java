package dev.baton.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.RunningCommand;
import dev.baton.store.BatchWrite;
import dev.baton.store.ObjectKey;
import dev.baton.store.StoreSnapshot;
import dev.baton.store.StoredObject;
import dev.baton.store.WriteCondition;
import dev.baton.support.process.ProcessIdentity;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every way to take a lease asks for the command of the tenure before. */
class LeaseDecisionTest {
    private static final Duration TTL = Duration.ofSeconds(3);
    private static final RunningCommand COMMAND = new RunningCommand("abc", 1, 7, 9);
    private static final AcquireOutcome.HeldBy DELAYED =
            new AcquireOutcome.HeldBy("former", 4, Optional.of(Duration.ofMillis(100)));

    /** A state of the records in which a candidate may take the lease. */
    private enum Way {
        RELEASED,
        RESERVED_FOR_US,
        RESERVATION_OVER,
        EXPIRED,
        DELETED_AND_EXPIRED,
        PROCESS_ENDED,
        OUR_OWN_LEASE
    }

    private static LeaseRecord lease(String holder, long epoch, String process) {
        LeaseProcess of = new LeaseProcess(process, new ProcessIdentity("abc", 1, 5, 6));
        return new LeaseRecord(holder, epoch, "candidate of " + holder, of, TTL, "");
    }

    private static ElectionSnapshot snapshot(Way way) {
        LeaseRecord former = way == Way.OUR_OWN_LEASE ? lease("us", 4, "our process") : lease("former", 4, "other");
        boolean released = way.compareTo(Way.RESERVATION_OVER) <= 0;
        String reserved = way == Way.RESERVED_FOR_US ? "us" : way == Way.RESERVATION_OVER ? "absent" : "";
        EpochRecord epoch = EpochRecord.begin(former, Optional.empty()).with(COMMAND, 1);
        Map<ObjectKey, StoredObject> rows = new HashMap<>();
        add(rows, row((released ? epoch.release(reserved) : epoch).put("nightly", WriteCondition.mustCreate()), 5));
        if (!released && way != Way.DELETED_AND_EXPIRED) {
            add(rows, row(former.put("nightly", WriteCondition.mustCreate()), 6));
        }
        return ElectionSnapshot.of("nightly", new StoreSnapshot(10_000, rows));
    }

    private static void add(Map<ObjectKey, StoredObject> rows, StoredObject row) {
        rows.put(row.key(), row);
    }

    private static StoredObject row(BatchWrite write, long version) {
        return new StoredObject(write.key(), version, ((BatchWrite.Put) write).payload(), 1, 1);
    }

    private static LeaseDecision decide(Way way, Optional<AcquireOutcome.HeldBy> delay) {
        return LeaseDecision.of(
                snapshot(way),
                lease("us", 0, "our process"),
                seen(way == Way.PROCESS_ENDED || way == Way.OUR_OWN_LEASE ? Duration.ZERO : TTL),
                process -> way == Way.PROCESS_ENDED,
                recorded -> {
                    assertThat(recorded.command()).isEqualTo(COMMAND);
                    assertThat(recorded.epoch()).isEqualTo(4);
                    return delay;
                });
    }

    private static LeaseObservation seen(Duration unchangedFor) {
        return new LeaseObservation(unchangedFor, Duration.ZERO);
    }

    /** The records of a leader with a long ttl, of which the lease was edited to a short one. */
    private static ElectionSnapshot editedTtl(Optional<Duration> inEpochRecord) {
        LeaseRecord former = lease("former", 4, "other");
        Map<ObjectKey, StoredObject> rows = new HashMap<>();
        add(rows, row(withTtl(former, Duration.ofMillis(500)).put("nightly", WriteCondition.mustCreate()), 6));
        inEpochRecord.ifPresent(ttl -> add(
                rows,
                row(
                        EpochRecord.begin(withTtl(former, ttl), Optional.empty())
                                .put("nightly", WriteCondition.mustCreate()),
                        5)));
        return ElectionSnapshot.of("nightly", new StoreSnapshot(10_000, rows));
    }

    private static LeaseRecord withTtl(LeaseRecord lease, Duration ttl) {
        return new LeaseRecord(lease.holder(), lease.epoch(), lease.candidate(), lease.process(), ttl, lease.url());
    }

    private static LeaseDecision decide(ElectionSnapshot snapshot, LeaseObservation seen) {
        return LeaseDecision.of(
                snapshot, lease("us", 0, "our process"), seen, process -> false, recorded -> Optional.empty());
    }

    @Test // LEASE-2
    void editedTtlDoesNotShortenTheWait() {
        Duration minute = Duration.ofMinutes(1);
        ElectionSnapshot edited = editedTtl(Optional.of(minute));
        assertThat(decide(edited, seen(Duration.ofSeconds(59)))).isInstanceOf(LeaseDecision.Wait.class);
        assertThat(decide(edited, seen(minute)))
                .isEqualTo(new LeaseDecision.Take(WriteCondition.matchUnchangedFor(6, minute)));
    }

    @Test // LEASE-2
    void rememberedTtlCountsIfBothRecordsWereEdited() {
        Duration minute = Duration.ofMinutes(1);
        LeaseTimers timers = new LeaseTimers(BatonClock.system());
        for (ElectionSnapshot snapshot : List.of(
                editedTtl(Optional.of(minute)),
                editedTtl(Optional.of(Duration.ofMillis(500))),
                editedTtl(Optional.empty()))) {
            assertThat(timers.observe("nightly", snapshot, timers.startReading())
                            .longestTtl())
                    .isEqualTo(minute);
        }
        LeaseObservation seen = new LeaseObservation(Duration.ofSeconds(59), minute);
        assertThat(decide(editedTtl(Optional.empty()), seen)).isInstanceOf(LeaseDecision.Wait.class);
    }

    @Test // LEASE-2
    void leaseOfAnEarlierTenureIsNotTakenFromALiveLeader() {
        LeaseRecord leader = lease("leader", 4, "other");
        for (LeaseRecord old : List.of(lease("former", 3, "ended"), lease("us", 3, "our process"))) {
            Map<ObjectKey, StoredObject> rows = new HashMap<>();
            add(rows, row(old.put("nightly", WriteCondition.mustCreate()), 6));
            add(rows, row(EpochRecord.begin(leader, Optional.empty()).put("nightly", WriteCondition.mustCreate()), 5));
            ElectionSnapshot snapshot = ElectionSnapshot.of("nightly", new StoreSnapshot(10_000, rows));
            assertThat(LeaseDecision.of(
                            snapshot,
                            lease("us", 0, "our process"),
                            seen(Duration.ZERO),
                            process -> process.name().equals("ended"),
                            recorded -> Optional.empty()))
                    .isInstanceOf(LeaseDecision.Wait.class);
            assertThat(snapshot.isHeldBy(leader)).isTrue();
        }
    }

    @Test // LEASE-2
    void laterEpochHasATtlOfItsOwn() {
        LeaseTimers timers = new LeaseTimers(BatonClock.system());
        timers.observe("nightly", editedTtl(Optional.of(Duration.ofMinutes(1))), timers.startReading());
        Map<ObjectKey, StoredObject> rows = new HashMap<>();
        add(rows, row(lease("next", 5, "other").put("nightly", WriteCondition.mustCreate()), 7));
        ElectionSnapshot next = ElectionSnapshot.of("nightly", new StoreSnapshot(10_000, rows));
        assertThat(timers.observe("nightly", next, timers.startReading()).longestTtl())
                .isEqualTo(TTL);
    }

    @ParameterizedTest // LEASE-2
    @EnumSource(Way.class)
    void runningCommandDelaysEveryWayToTakeTheLease(Way way) {
        assertThat(decide(way, Optional.of(DELAYED))).isEqualTo(new LeaseDecision.Wait(DELAYED));
        assertThat(decide(way, Optional.empty())).isInstanceOf(LeaseDecision.Take.class);
    }

    @Test // LEASE-2
    void commandOfALivingTenureIsNotAskedFor() {
        LeaseDecision decision = LeaseDecision.of(
                snapshot(Way.EXPIRED),
                lease("us", 0, "our process"),
                seen(Duration.ZERO),
                process -> false,
                recorded -> {
                    throw new AssertionError("asked although the lease is held");
                });
        assertThat(decision).isInstanceOf(LeaseDecision.Wait.class);
    }
}
