package dev.baton.file.record;

import dev.baton.spi.RunningCommand;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFields;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The highest epoch of an election and its holder.
 *
 * @param seq the number of changes of this record. It identifies the newer of two slots, and it grows when a leader
 *     restores a lost lock record
 * @param released whether the tenure is known to have ended
 * @param command the command of the tenure; kept after its end, because the command may still run
 * @param others the fields of other versions and programs, which every change keeps
 */
public record EpochState(
        long epoch,
        long seq,
        ClaimOwner holder,
        boolean released,
        Optional<Reservation> reservation,
        Optional<RunningCommand> command,
        Map<String, @Nullable Object> others) {

    private static final Set<String> OWN_FIELDS = Set.of(
            "crc",
            "epoch",
            "seq",
            "instance_id",
            "pid",
            "start_time",
            "process",
            "boot_id",
            "pid_ns",
            "released",
            "reserved_for",
            "reserved_at",
            "command");

    /**
     * A short time in which only the named instance may acquire.
     *
     * @param at wall-clock milliseconds
     */
    public record Reservation(String instanceId, long at) {}

    public static EpochState of(long epoch, long seq, ClaimOwner holder) {
        return new EpochState(epoch, seq, holder, false, Optional.empty(), Optional.empty(), Map.of());
    }

    /**
     * Returns the first state of the next tenure. A command that may still run stays recorded: the next holder did not wait
     * for it, by its settings or because it cannot see the command, but others can.
     */
    public EpochState next(long nextEpoch, ClaimOwner nextHolder) {
        Optional<RunningCommand> running = command.filter(last -> !last.hasEnded());
        return new EpochState(nextEpoch, seq + 1, nextHolder, false, Optional.empty(), running, others);
    }

    public EpochState ended(Optional<Reservation> reserved) {
        return new EpochState(epoch, seq + 1, holder, true, reserved, command, others);
    }

    /** Returns the state after the leader has restored its lost lock record. */
    public EpochState restored() {
        return new EpochState(epoch, seq + 1, holder, false, Optional.empty(), command, others);
    }

    /** Returns the state with this command, or with none. */
    public EpochState withCommand(Optional<RunningCommand> running) {
        return new EpochState(epoch, seq + 1, holder, released, reservation, running, others);
    }

    boolean isNewerThan(EpochState other) {
        return epoch != other.epoch ? epoch > other.epoch : seq > other.seq;
    }

    Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("epoch", epoch);
        object.put("seq", seq);
        holder.write(object);
        object.put("released", released);
        reservation.ifPresent(reserved -> {
            object.put("reserved_for", reserved.instanceId());
            object.put("reserved_at", reserved.at());
        });
        command.ifPresent(running -> object.put("command", running.text()));
        others.forEach(object::putIfAbsent);
        return object;
    }

    static EpochState read(String line) {
        Map<String, @Nullable Object> all = Json.parseObject(line);
        JsonFields fields = new JsonFields("epoch record", all);
        Map<String, @Nullable Object> others = new LinkedHashMap<>(all);
        others.keySet().removeAll(OWN_FIELDS);
        Optional<RunningCommand> command = RunningCommand.parse(fields.textOrEmpty("command"));
        if (command.isEmpty() && all.containsKey("command")) {
            // Written by a version that knows another form.
            others.put("command", all.get("command"));
        }
        return new EpochState(
                fields.number("epoch"),
                fields.number("seq"),
                ClaimOwner.read(fields),
                fields.flag("released"),
                fields.optionalText("reserved_for").map(id -> new Reservation(id, fields.number("reserved_at", 0))),
                command,
                others);
    }
}
