package dev.baton.file.record;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFields;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The highest epoch of an election and its holder.
 *
 * @param seq the number of changes of this record. It identifies the newer of two slots, and it grows when a leader
 *     restores a lost lock record
 * @param released whether the tenure is known to have ended
 */
public record EpochState(long epoch, long seq, ClaimOwner holder, boolean released, Optional<Reservation> reservation) {

    /**
     * A short time in which only the named instance may acquire.
     *
     * @param at wall-clock milliseconds
     */
    public record Reservation(String instanceId, long at) {}

    public static EpochState of(long epoch, long seq, ClaimOwner holder) {
        return new EpochState(epoch, seq, holder, false, Optional.empty());
    }

    public EpochState ended(Optional<Reservation> reservation) {
        return new EpochState(epoch, seq + 1, holder, true, reservation);
    }

    /** Returns the state after the leader has restored its lost lock record. */
    public EpochState restored() {
        return new EpochState(epoch, seq + 1, holder, false, Optional.empty());
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
        return object;
    }

    static EpochState read(String line) {
        JsonFields fields = new JsonFields("epoch record", Json.parseObject(line));
        return new EpochState(
                fields.number("epoch"),
                fields.number("seq"),
                ClaimOwner.read(fields),
                fields.flag("released"),
                fields.optionalText("reserved_for").map(id -> new Reservation(id, fields.number("reserved_at", 0))));
    }
}
