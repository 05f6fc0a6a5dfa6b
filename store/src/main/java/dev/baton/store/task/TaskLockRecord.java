package dev.baton.store.task;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonFields;
import dev.baton.support.process.ProcessIdentity;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The record of a task. It is never deleted, so that its epoch only grows.
 *
 * @param epoch the number of times that the task was locked
 * @param token the random id of the attempt that locked it
 * @param atLeastUntil the earliest time at which it can be free, by the database's clock, in milliseconds since 1970
 * @param until the time at which it is free in any case
 */
record TaskLockRecord(long epoch, String token, long atLeastUntil, long until, ProcessIdentity process) {

    String json() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("epoch", epoch);
        object.put("token", token);
        object.put("at_least_until_ms", atLeastUntil);
        object.put("until_ms", until);
        object.put("boot_id", process.bootId());
        object.put("pid_namespace", process.pidNamespace());
        object.put("pid", process.pid());
        object.put("start_time", process.startTime());
        return Json.write(object);
    }

    /** Reads a record; empty if the text is malformed. */
    static Optional<TaskLockRecord> read(String text) {
        return Json.ifWellFormed(() -> {
            JsonFields fields = new JsonFields("task lock", Json.parseObject(text));
            return new TaskLockRecord(
                    fields.number("epoch"),
                    fields.text("token"),
                    fields.number("at_least_until_ms"),
                    fields.number("until_ms"),
                    new ProcessIdentity(
                            fields.textOrEmpty("boot_id"),
                            fields.numberOrZero("pid_namespace"),
                            fields.numberOrZero("pid"),
                            fields.numberOrZero("start_time")));
        });
    }

    TaskLockRecord freeAt(long newUntil) {
        return new TaskLockRecord(epoch, token, atLeastUntil, newUntil, process);
    }

    TaskLockRecord extended(long newAtLeastUntil, long newUntil) {
        return new TaskLockRecord(epoch, token, newAtLeastUntil, newUntil, process);
    }

    TaskLockRecord heldBy(ProcessIdentity other) {
        return new TaskLockRecord(epoch, token, atLeastUntil, until, other);
    }
}
