package dev.baton.lease;

import dev.baton.spi.RunningCommand;
import dev.baton.store.BatchWrite;
import dev.baton.store.WriteCondition;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFields;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The highest epoch of an election and its holder. It survives a release and a deletion of the lease.
 *
 * @param released whether that tenure was released
 * @param reservedFor the instance that should lead next, for a short time; empty for none
 * @param sinceMillis when the tenure began, by the database's clock; 0 if the record was not written since then
 * @param command the command that was last recorded and may still run
 * @param fields all fields as they were read, so that those of a newer version survive a rewrite
 */
record EpochRecord(
        LeaseRecord last,
        boolean released,
        String reservedFor,
        long sinceMillis,
        Optional<RecordedCommand> command,
        Map<String, @Nullable Object> fields) {
    private static final List<String> OPTIONAL = List.of("since_ms", "command", "command_epoch", "command_holder");

    /**
     * A running command.
     *
     * @param epoch the epoch of the tenure that started it
     * @param holder the instance id of that tenure
     */
    record RecordedCommand(RunningCommand command, long epoch, String holder) {}

    /** Returns the record after a new tenure has begun. A command that may still run stays recorded. */
    static EpochRecord begin(LeaseRecord lease, Optional<EpochRecord> before) {
        return new EpochRecord(
                lease,
                false,
                "",
                0,
                before.flatMap(EpochRecord::command)
                        .filter(recorded -> !recorded.command().hasEnded()),
                before.map(EpochRecord::fields).orElse(Map.of()));
    }

    EpochRecord release(String successor) {
        return new EpochRecord(last, true, successor, sinceMillis, command, fields);
    }

    /** Returns the record with a command of its tenure, which began at the given time. */
    EpochRecord with(RunningCommand running, long since) {
        return with(Optional.of(new RecordedCommand(running, last.epoch(), last.holder())), since);
    }

    EpochRecord withoutCommand(long since) {
        return with(Optional.empty(), since);
    }

    private EpochRecord with(Optional<RecordedCommand> recorded, long since) {
        return new EpochRecord(last, released, reservedFor, since, recorded, fields);
    }

    boolean isOf(RunningCommand running) {
        return command.filter(recorded -> recorded.command().equals(running)).isPresent();
    }

    BatchWrite put(String election, WriteCondition condition) {
        Map<String, @Nullable Object> object = last.objectOver(fields);
        object.put("released", released);
        object.put("reserved_for", reservedFor);
        OPTIONAL.forEach(object::remove);
        if (sinceMillis > 0) {
            object.put("since_ms", sinceMillis);
        }
        command.ifPresent(recorded -> {
            object.put("command", recorded.command().text());
            object.put("command_epoch", recorded.epoch());
            object.put("command_holder", recorded.holder());
        });
        return new BatchWrite.Put(RecordKeys.epoch(election), Json.write(object), condition);
    }

    /** Parses the record; empty if the text is malformed. */
    static Optional<EpochRecord> read(String text) {
        return Json.ifWellFormed(() -> {
            Map<String, @Nullable Object> object = Json.parseObject(text);
            JsonFields fields = new JsonFields("epoch", object);
            LeaseRecord last = LeaseRecord.of(fields);
            return new EpochRecord(
                    last,
                    fields.flag("released"),
                    fields.textOrEmpty("reserved_for"),
                    fields.numberOrZero("since_ms"),
                    command(fields, last),
                    object);
        });
    }

    private static Optional<RecordedCommand> command(JsonFields fields, LeaseRecord last) {
        long epoch = fields.numberOrZero("command_epoch");
        String holder = fields.textOrEmpty("command_holder");
        return RunningCommand.parse(fields.textOrEmpty("command"))
                .map(command -> new RecordedCommand(
                        command, epoch == 0 ? last.epoch() : epoch, holder.isEmpty() ? last.holder() : holder));
    }
}
