package dev.baton.lease;

import dev.baton.support.json.JsonFields;
import dev.baton.support.process.ProcessIdentity;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A process as the records name it.
 *
 * @param name the name of its connection to the store, never used twice
 * @param identity its identity on its machine
 */
record LeaseProcess(String name, ProcessIdentity identity) {

    /** Returns a connection of this process. */
    static LeaseProcess current(String name) {
        return new LeaseProcess(name, ProcessIdentity.current());
    }

    void write(Map<String, @Nullable Object> object) {
        object.put("process", name);
        object.put("boot_id", identity.bootId());
        object.put("pid_namespace", identity.pidNamespace());
        object.put("pid", identity.pid());
        object.put("start_time", identity.startTime());
    }

    static LeaseProcess read(JsonFields fields) {
        return new LeaseProcess(
                fields.text("process"),
                new ProcessIdentity(
                        fields.textOrEmpty("boot_id"),
                        fields.number("pid_namespace", 0),
                        fields.number("pid", 0),
                        fields.number("start_time", 0)));
    }
}
