package dev.baton.lease;

import dev.baton.spi.RunningCommand;
import dev.baton.store.BatchOutcome;
import dev.baton.store.StoredObject;
import dev.baton.store.WriteCondition;
import java.util.List;
import java.util.Optional;

/** Writes the running command of a tenure into the epoch record, matched by version. */
record LeaseCommandRecords(LeaseContext context) {
    private static final int ROUNDS = 8;

    /** Records a command of the tenure, and returns false if this process does not hold the claim any more. */
    boolean record(String election, long epoch, RunningCommand command) {
        Optional<HeldLease> held =
                context.heldLeases().of(election).filter(one -> one.lease().epoch() == epoch);
        for (int round = 0; held.isPresent() && round < ROUNDS; round++) {
            ElectionSnapshot snapshot = context.records().of(election);
            LeaseRecord ours = held.get().lease();
            if (!snapshot.isHeldBy(ours)) {
                return false;
            }
            // A record that was deleted or damaged by hand is restored.
            EpochRecord before = snapshot.epoch().orElseGet(() -> EpochRecord.begin(ours, Optional.empty()));
            if (before.isOf(command)
                    || write(election, before.with(command, snapshot.sinceMillis()), snapshot.epochCondition())) {
                return true;
            }
        }
        if (held.isPresent()) {
            throw context.conflict(election, "during every attempt to record its command");
        }
        return false;
    }

    /** Removes the command, if it is the recorded one. */
    void clear(String election, RunningCommand command) {
        for (int round = 0; round < ROUNDS; round++) {
            ElectionSnapshot snapshot = context.records().of(election);
            Optional<EpochRecord> before = snapshot.epoch().filter(record -> record.isOf(command));
            if (before.isEmpty()
                    || write(
                            election, before.get().withoutCommand(snapshot.sinceMillis()), snapshot.epochCondition())) {
                return;
            }
        }
        throw context.conflict(election, "during every attempt to remove its command");
    }

    private boolean write(String election, EpochRecord next, WriteCondition condition) {
        if (!(context.store().apply(List.of(next.put(election, condition))) instanceof BatchOutcome.Applied applied)) {
            return false;
        }
        StoredObject row = applied.stored().get(0).orElseThrow();
        context.heldLeases().updateEpoch(election, next, row.resourceVersion());
        return true;
    }
}
