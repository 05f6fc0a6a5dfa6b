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
 * @param start when it was locked
 * @param atLeastUntil the earliest time at which it can be free, by the database's clock, in milliseconds since 1970
 * @param until the time at which it is free in any case, unless its command still runs
 * @param command the text that identifies its running command to the program that locks it next; empty if none
 */
record TaskLockRecord(
        long epoch,
        String token,
        TaskLockStart start,
        long atLeastUntil,
        long until,
        ProcessIdentity process,
        String command) {

    String json() {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("epoch", epoch);
        object.put("token", token);
        start.addTo(object);
        object.put("at_least_until_ms", atLeastUntil);
        object.put("until_ms", until);
        object.put("boot_id", process.bootId());
        object.put("pid_namespace", process.pidNamespace());
        object.put("pid", process.pid());
        object.put("start_time", process.startTime());
        object.put("command", command);
        return Json.write(object);
    }

    /** Reads a record; empty if the text is malformed. */
    static Optional<TaskLockRecord> read(String text) {
        return Json.ifWellFormed(() -> {
            JsonFields fields = new JsonFields("task lock", Json.parseObject(text));
            return new TaskLockRecord(
                    fields.number("epoch"),
                    fields.text("token"),
                    TaskLockStart.read(fields),
                    fields.number("at_least_until_ms"),
                    fields.number("until_ms"),
                    new ProcessIdentity(
                            fields.textOrEmpty("boot_id"),
                            fields.numberOrZero("pid_namespace"),
                            fields.numberOrZero("pid"),
                            fields.numberOrZero("start_time")),
                    fields.textOrEmpty("command"));
        });
    }

    /** Returns the record of a task whose command has ended. */
    TaskLockRecord freeAt(long newUntil) {
        return new TaskLockRecord(epoch, token, start, Math.min(atLeastUntil, newUntil), newUntil, process, "");
    }

    TaskLockRecord extended(long newAtLeastUntil, long newUntil) {
        return new TaskLockRecord(epoch, token, start, newAtLeastUntil, newUntil, process, command);
    }

    TaskLockRecord heldBy(ProcessIdentity other, String newCommand) {
        return new TaskLockRecord(epoch, token, start, atLeastUntil, until, other, newCommand);
    }
}
