package dev.baton.lease;

import dev.baton.support.json.JsonFields;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What tells a process from every other one.
 *
 * @param name of its connection to the store, never used twice
 * @param bootId of the kernel it runs on; empty where there is none to tell
 * @param pidNamespace in which its pid means something
 * @param startTime in ticks since boot, so that a recycled pid is recognised
 * @param holds the folder in which it keeps the holds of its commands
 */
record LeaseProcess(String name, String bootId, long pidNamespace, long pid, long startTime, String holds) {

    void write(Map<String, @Nullable Object> object) {
        object.put("process", name);
        object.put("boot_id", bootId);
        object.put("pid_namespace", pidNamespace);
        object.put("pid", pid);
        object.put("start_time", startTime);
        object.put("holds", holds);
    }

    static LeaseProcess read(JsonFields fields, Map<String, @Nullable Object> object) {
        return new LeaseProcess(
                fields.text("process"),
                text(object, "boot_id"),
                fields.number("pid_namespace", 0),
                fields.number("pid", 0),
                fields.number("start_time", 0),
                text(object, "holds"));
    }

    static String text(Map<String, @Nullable Object> object, String key) {
        return object.get(key) instanceof String text ? text : "";
    }
}
