package dev.baton.etcd;

import dev.baton.etcd.gateway.Condition;
import dev.baton.etcd.gateway.KeyRange;
import dev.baton.etcd.gateway.KeyValue;
import dev.baton.etcd.gateway.Operation;
import dev.baton.etcd.gateway.Transaction;
import dev.baton.spi.RunningCommand;
import dev.baton.spi.recipe.CommandRecord;
import dev.baton.spi.recipe.Seat;
import java.util.List;
import java.util.Optional;

/** Writes the running command of a tenure into a key of its own, which survives the tenure. */
record EtcdCommandRecords(EtcdContext context) {

    /** Records a command of the tenure, and returns false if this process does not hold the claim any more. */
    boolean record(String election, long epoch, RunningCommand command) {
        Optional<Seat<EtcdContender, EtcdLease>> seat =
                context.seats().of(election).filter(one -> one.isLeading(epoch));
        if (seat.isEmpty()) {
            return false;
        }
        EtcdKeys keys = context.keys();
        CommandRecord record =
                new CommandRecord(command, epoch, seat.get().contender().instanceId());
        return context.gateway()
                .apply(new Transaction(
                        List.of(
                                Condition.created(
                                        keys.candidate(election, seat.get().key()),
                                        seat.get().revision()),
                                Condition.valued(keys.epoch(election), Long.toString(epoch))),
                        List.of(Operation.put(keys.command(election), record.text(), 0)),
                        List.of()))
                .succeeded();
    }

    /** Removes the command, if it is the recorded one. */
    void clear(String election, RunningCommand command) {
        String key = context.keys().command(election);
        Optional<KeyValue> found = context.gateway().read(Operation.read(KeyRange.of(key))).reads().get(0).stream()
                .filter(entry -> CommandRecord.read(entry.value())
                        .filter(record -> record.command().equals(command))
                        .isPresent())
                .findFirst();
        // If another command was recorded in between, nothing is deleted.
        found.ifPresent(entry -> context.gateway()
                .apply(new Transaction(
                        List.of(Condition.modified(key, entry.modRevision())),
                        List.of(Operation.delete(KeyRange.of(key))),
                        List.of())));
    }
}
