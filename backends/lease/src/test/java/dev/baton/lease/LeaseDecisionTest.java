package dev.baton.lease;

import static org.assertj.core.api.Assertions.assertThat;

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
                way == Way.PROCESS_ENDED || way == Way.OUR_OWN_LEASE ? Duration.ZERO : TTL,
                process -> way == Way.PROCESS_ENDED,
                recorded -> {
                    assertThat(recorded.command()).isEqualTo(COMMAND);
                    assertThat(recorded.epoch()).isEqualTo(4);
                    return delay;
                });
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
                snapshot(Way.EXPIRED), lease("us", 0, "our process"), Duration.ZERO, process -> false, recorded -> {
                    throw new AssertionError("asked although the lease is held");
                });
        assertThat(decision).isInstanceOf(LeaseDecision.Wait.class);
    }
}
