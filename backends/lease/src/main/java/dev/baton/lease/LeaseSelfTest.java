package dev.baton.lease;

import dev.baton.BatonClock;
import dev.baton.BatonException;
import dev.baton.spi.StoreCheck;
import dev.baton.store.BatchWrite;
import dev.baton.store.DeleteOutcome;
import dev.baton.store.ObjectKey;
import dev.baton.store.ObjectStore;
import dev.baton.store.PutOutcome;
import dev.baton.store.StoredObject;
import dev.baton.store.WriteCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Checks a store. Leaves nothing behind but the empty table. */
record LeaseSelfTest(ObjectStore store, BatonClock clock, ObjectKey scratch) {

    static LeaseSelfTest of(ObjectStore store, BatonClock clock) {
        return new LeaseSelfTest(
                store, clock, new ObjectKey("baton_doctor", UUID.randomUUID().toString()));
    }

    List<StoreCheck> run() {
        if (store.isAbsent()) {
            return List.of(check("connection", this::isStillAbsent));
        }
        List<StoreCheck> checks = new ArrayList<>();
        checks.add(check("connection", this::connects));
        if (checks.get(0).ok()) {
            checks.add(check("compare-and-swap", this::swaps));
            checks.add(check("push", this::notifies));
            checks.add(check("clock", this::clockDifference));
            checks.addAll(weaknesses());
        }
        return checks;
    }

    private List<StoreCheck> weaknesses() {
        try {
            return store.weaknesses().stream()
                    .map(found -> new StoreCheck("server settings", false, found))
                    .toList();
        } catch (BatonException failed) {
            return List.of(new StoreCheck("server settings", false, String.valueOf(failed.getMessage())));
        }
    }

    private static StoreCheck check(String name, Supplier<String> trial) {
        try {
            return new StoreCheck(name, true, trial.get());
        } catch (BatonException failed) {
            return new StoreCheck(name, false, String.valueOf(failed.getMessage()));
        }
    }

    private String isStillAbsent() {
        // Refused where it must not be created.
        store.weaknesses();
        return store.describe() + " does not exist yet; the first candidate creates it";
    }

    private String connects() {
        long before = clock.nanos();
        store.clockMillis();
        return store.describe() + " answered in " + (clock.nanos() - before) / 1_000_000 + " ms";
    }

    private String swaps() {
        StoredObject first =
                store.putIf(scratch, "a", WriteCondition.mustCreate()).stored().orElseThrow();
        boolean twice = store.putIf(scratch, "b", WriteCondition.mustCreate()) instanceof PutOutcome.Stored;
        boolean gone = store.deleteIf(scratch, first.resourceVersion()) instanceof DeleteOutcome.Deleted;
        if (twice || !gone) {
            throw new BatonException(store.describe() + " does not compare and swap correctly; do not use it");
        }
        return "a record is created once and deleted at its version";
    }

    private String notifies() {
        CountDownLatch notified = new CountDownLatch(2);
        try (AutoCloseable listening = store.listen(notified::countDown)) {
            for (int i = 0; i < 20 && notified.getCount() > 0 && listening != null; i++) {
                store.applyAndNotify(List.of(new BatchWrite.Put(scratch, "x", WriteCondition.unconditional())));
                if (notified.await(100, TimeUnit.MILLISECONDS)) {
                    break;
                }
            }
        } catch (BatonException failed) {
            throw failed;
        } catch (Exception failed) {
            throw new BatonException("listening failed", failed);
        } finally {
            store.get(scratch).ifPresent(row -> store.deleteIf(scratch, row.resourceVersion()));
        }
        if (notified.getCount() > 0) {
            throw new BatonException(
                    store.describe() + " delivers no notifications; check for a pooler in between. Elections"
                            + " are safe without them, but a release is noticed only by polling");
        }
        return "notifications arrive";
    }

    private String clockDifference() {
        long apart = Math.abs(store.clockMillis() - clock.wallMillis());
        return "the database's clock differs from this one by " + apart + " ms, which does not matter";
    }
}
